import type { NextRequest } from 'next/server';
import type { ScopeParams } from '#app/dashboard/scope.ts';
import { exportOrders } from '../../orders/export-orders.ts';

/** All subscriptions that the list's filter lets through, newest first, as CSV. */
export const GET = (request: NextRequest, { params }: { params: Promise<ScopeParams> }): Promise<Response> =>
  exportOrders(request, params, 'subscriptions');
