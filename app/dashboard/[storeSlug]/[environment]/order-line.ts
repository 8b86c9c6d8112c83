import type { OrderLine } from '../../../../components/dashboard/orders/order-table.tsx';
import { periodNames } from '../../../../server/domain/billing-calendar.ts';
import { toShortId } from '../../../../server/domain/ids.ts';
import { formatMoney } from '../../../../server/domain/money.ts';
import { standingsOf } from '../../../../server/domain/order-standing.ts';
import type { ListedOrder } from '../../../../server/queries/order-search.ts';
import type { OrderWithProduct } from '../../../../server/queries/orders.ts';

/** An order as the lists show it. */
export const listedOrderLine = (order: Omit<ListedOrder, 'buyerIdentity'>): OrderLine => ({
  id: toShortId('ORD', order.id),
  standings: standingsOf(order),
  productName: order.productName,
  total: formatMoney(order.totalMinor, order.currency),
  rhythm: order.billingPeriod && `every ${periodNames[order.billingPeriod]}`,
  buyerEmail: order.buyerEmail,
  createdAt: order.createdAt,
});

/** The same of one that was read as a whole. */
export const orderLine = ({ order, productName }: OrderWithProduct): OrderLine =>
  listedOrderLine({ ...order, productName });
