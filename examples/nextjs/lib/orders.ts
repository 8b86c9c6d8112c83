interface PaidOrder {
  readonly visitor: string | undefined;
  readonly isRefunded: boolean;
}

/**
 * The paid and refunded orders by ID. Use a table of your database instead: this map is empty after a restart. It is a global
 * because Next.js loads the modules of pages and of route handlers separately.
 */
const shared = globalThis as { orders?: Map<string, PaidOrder> };
shared.orders ??= new Map();
export const orders = shared.orders;

export const hasAccess = (visitor: string): boolean =>
  [...orders.values()].some((order) => order.visitor === visitor && !order.isRefunded);
