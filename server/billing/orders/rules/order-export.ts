/** CSV exports of orders and subscriptions. The column names are stable, because programs read them. */
import type { CsvColumn } from '#server/domain/csv.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import type { Order } from './order.ts';
import { isTrialing } from './order-display-status.ts';

interface ExportedOrder {
  readonly order: Order;
  readonly productName: string;
  /** The provider of the newest payment; null without payments. */
  readonly provider: string | null;
}

type Columns = readonly CsvColumn<ExportedOrder>[];

const orderFields: Columns = [
  ['order', ({ order }) => toShortId('ORD', order.id)],
  ['type', ({ order }) => order.productType],
  ['status', ({ order }) => order.status],
  ['product', ({ productName }) => productName],
  ['productId', ({ order }) => toShortId('PROD', order.productId)],
  ['currency', ({ order }) => order.currency],
  ['subtotal', ({ order }) => formatAmount(order.subtotalMinor, order.currency)],
  ['tax', ({ order }) => formatAmount(order.taxMinor, order.currency)],
  ['total', ({ order }) => formatAmount(order.totalMinor, order.currency)],
  ['billingPeriod', ({ order }) => order.billingPeriod],
];

const buyerFields: Columns = [
  ['buyerEmail', ({ order }) => order.buyerEmail],
  ['buyerIdentity', ({ order }) => order.buyerIdentity],
  ['country', ({ order }) => order.billingDetail?.country],
  ['merchantExternalId', ({ order }) => order.merchantExternalId],
  ['createdAt', ({ order }) => order.createdAt],
];

/** New columns go to the end, so that programs that count columns keep working. */
const refundFields: Columns = [
  ['refundState', ({ order }) => order.refundState],
  ['refundedAmount', ({ order }) => formatAmount(order.refundedMinor, order.currency)],
  ['isTrialing', ({ order }) => String(isTrialing(order))],
];

export const orderColumns: Columns = [
  ...orderFields,
  ...buyerFields,
  ['completedAt', ({ order }) => order.completedAt],
  ['startedAt', ({ order }) => order.startedAt],
  ['canceledAt', ({ order }) => order.canceledAt],
  ['endedAt', ({ order }) => order.endedAt],
  ...refundFields,
  ['provider', ({ provider }) => provider],
];

export const subscriptionColumns: Columns = [
  ...orderFields,
  ...buyerFields,
  ['startedAt', ({ order }) => order.startedAt],
  ['trialEndsAt', ({ order }) => order.trialEndsAt],
  ['currentPeriodStart', ({ order }) => order.currentPeriodStart],
  ['currentPeriodEnd', ({ order }) => order.currentPeriodEnd],
  ['nextChargeAt', ({ order }) => order.nextChargeAt],
  ['pastDueSince', ({ order }) => order.pastDueSince],
  ['canceledAt', ({ order }) => order.canceledAt],
  ['endedAt', ({ order }) => order.endedAt],
  ...refundFields,
  ['provider', ({ provider }) => provider],
];
