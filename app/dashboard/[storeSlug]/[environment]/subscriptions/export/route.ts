import type { NextRequest } from 'next/server';
import type { ScopeParams } from '#app/dashboard/scope.ts';
import { exportOrders } from '../../orders/export-orders.ts';

/** Exports the filtered subscriptions as CSV, newest first. */
export const GET = (request: NextRequest, { params }: { params: Promise<ScopeParams> }): Promise<Response> =>
  exportOrders(request, params, 'subscriptions');
