import type { NextRequest } from 'next/server';
import type { ScopeParams } from '#app/dashboard/scope.ts';
import { exportOrders } from '../export-orders.ts';

/** All orders that the list's filter lets through, newest first, as CSV. */
export const GET = (request: NextRequest, { params }: { params: Promise<ScopeParams> }): Promise<Response> =>
  exportOrders(request, params, 'orders');
