import type { OrderLine } from '#components/dashboard/orders/order-table.tsx';
import type { ListedOrder } from '#server/billing/orders/data/order-search.ts';
import type { OrderWithProduct } from '#server/billing/orders/orders.ts';
import { displayStatusesOf } from '#server/billing/orders/rules/order-display-status.ts';
import { periodNames } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';

/** An order for a list. */
export const listedOrderLine = (order: Omit<ListedOrder, 'buyerIdentity'>): OrderLine => ({
  id: toShortId('ORD', order.id),
  statuses: displayStatusesOf(order),
  productName: order.productName,
  total: formatMoney(order.totalMinor, order.currency),
  interval: order.billingPeriod && `every ${periodNames[order.billingPeriod]}`,
  buyerEmail: order.buyerEmail,
  createdAt: order.createdAt,
});

/** An order that was read with all columns, for a list. */
export const orderLine = ({ order, productName }: OrderWithProduct): OrderLine =>
  listedOrderLine({ ...order, productName });
