/** Inserts sales at chosen times, for tests of analytics. */
import { eq } from 'drizzle-orm';
import { checkoutSessions, orders, payments, products, refunds, refundTickets } from '#db/schema/index.ts';
import type { OrderStatus } from '#server/billing/orders/rules/order.ts';
import type { RefundTicketStatus } from '#server/billing/refunds/rules/refund-ticket.ts';
import type { BillingPeriod } from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId, newId, newUnguessableId } from '#server/domain/ids.ts';
import type { PaymentStatus } from '#server/domain/payment.ts';
import type { RefundStatus } from '#server/domain/refund-status.ts';
import { db, newProduct, newSubscriptionProduct, type TestMerchant } from '../api.ts';
import { addCustomers } from './add-customers.ts';

export interface RefundFacts {
  readonly at: string;
  readonly amountMinor: number;
  readonly taxMinor?: number;
  readonly status?: RefundStatus;
  /** The refund request that it fulfills. */
  readonly ticket?: TicketFacts;
}

export interface TicketFacts {
  readonly at: string;
  readonly amountMinor: number;
  readonly reason: string;
  readonly status?: RefundTicketStatus;
  readonly reviewedAt?: string;
  /** The merchant's own ID of the request. */
  readonly externalId?: string;
}

export interface PaymentFacts {
  readonly at: string;
  readonly status?: PaymentStatus;
  /** Defaults to the time of the payment. */
  readonly succeededAt?: string;
  readonly amountMinor?: number;
  readonly taxMinor?: number;
  readonly period?: number;
  readonly code?: string;
  readonly method?: string;
  readonly brand?: string | null;
  readonly refunds?: readonly RefundFacts[];
  readonly tickets?: readonly TicketFacts[];
}

export interface SaleFacts {
  readonly productId: string;
  /** When the order was created and, by default, purchased. */
  readonly at: string;
  readonly boughtAt?: string | null;
  readonly environment?: Environment;
  readonly status?: OrderStatus;
  readonly currency?: string;
  readonly subtotalMinor?: number;
  readonly taxMinor?: number;
  readonly rateMillionths?: number;
  readonly taxName?: string | null;
  readonly country?: string | null;
  readonly state?: string;
  readonly isBusiness?: boolean;
  /** The merchant's own ID of the order. */
  readonly externalId?: string;
  readonly buyer?: string;
  /** Makes the order a subscription. */
  readonly every?: BillingPeriod;
  readonly trialEndsAt?: string;
  readonly endedAt?: string;
  readonly periodNumber?: number;
  readonly payments?: readonly PaymentFacts[];
}

/** Creates a product of each type. Returns their IDs without prefix. */
export async function newProducts(merchant: TestMerchant) {
  const [onetime, subscription] = [await newProduct(merchant), await newSubscriptionProduct(merchant)];
  const uuidOf = (id: string) => fromShortId('PROD', id) ?? '';
  return { onetime: uuidOf(onetime.id), subscription: uuidOf(subscription.id) };
}

const dateOf = (text: string | undefined | null) => (text === undefined || text === null ? null : new Date(text));

/** Inserts sales of the merchant's store. The default is test, USD, paid immediately, from Germany. */
export async function sell(merchant: TestMerchant, sales: readonly SaleFacts[]): Promise<void> {
  const versions = await db
    .select({ id: products.id, versionId: products.testVersionId })
    .from(products)
    .where(eq(products.storeId, merchant.store.id));
  const rows = sales.map((sale) => {
    const versionId = versions.find(({ id }) => id === sale.productId)?.versionId;
    if (!versionId) throw new Error('not a product of the store');
    return rowsOf(merchant, sale, versionId);
  });
  const column = <Part extends keyof (typeof rows)[number]>(part: Part) => rows.map((row) => row[part]);
  await db.transaction(async (tx) => {
    await tx.insert(checkoutSessions).values(column('session'));
    await tx.insert(orders).values(column('order'));
    await addCustomers(tx, merchant.store.id);
    const parts = rows.flatMap(({ attempts }) => attempts);
    if (parts.length > 0) await tx.insert(payments).values(parts.map(({ payment }) => payment));
    const tickets = parts.flatMap((part) => part.tickets);
    if (tickets.length > 0) await tx.insert(refundTickets).values(tickets);
    const refundRows = parts.flatMap((part) => part.refunds);
    if (refundRows.length > 0) await tx.insert(refunds).values(refundRows);
  });
}

function rowsOf(merchant: TestMerchant, sale: SaleFacts, versionId: string) {
  const { environment = 'test', currency = 'USD', subtotalMinor = 1000, taxMinor = 0, country = 'DE' } = sale;
  const owner = { merchantId: merchant.id, storeId: merchant.store.id, environment };
  const productType = sale.every ? ('subscription' as const) : ('onetime' as const);
  const at = new Date(sale.at);
  const boughtAt = sale.boughtAt === undefined ? at : dateOf(sale.boughtAt);
  const defaultStatus = boughtAt === null ? 'pending' : sale.every ? 'active' : 'completed';
  const shared = {
    ...owner,
    productId: sale.productId,
    productVersionId: versionId,
    productType,
    currency,
    metadata: {},
    expiresAt: new Date(at.getTime() + 86_400_000),
    createdAt: at,
  };
  const session = { ...shared, id: newUnguessableId(), price: price(subtotalMinor) };
  const status = sale.status ?? (defaultStatus as OrderStatus);
  const startedAt = sale.every ? boughtAt : null;
  const order = {
    ...shared,
    id: newId(),
    checkoutSessionId: session.id,
    status,
    subtotalMinor,
    taxMinor,
    totalMinor: subtotalMinor + taxMinor,
    taxRateMillionths: sale.rateMillionths ?? 0,
    taxName: sale.taxName ?? null,
    buyerEmail: `${sale.buyer ?? 'buyer'}@example.com`,
    buyerIdentity: sale.buyer ?? null,
    billingDetail:
      country === null
        ? null
        : { country, isBusiness: sale.isBusiness ?? false, ...(sale.state && { state: sale.state }) },
    merchantExternalId: sale.externalId ?? null,
    completedAt: sale.every ? null : boughtAt,
    startedAt,
    // A first period of zero length: these orders are counted, never renewed.
    currentPeriodStart: startedAt,
    currentPeriodEnd: startedAt,
    pastDueSince: status === 'past_due' ? startedAt : null,
    billingPeriod: sale.every ?? null,
    trialEndsAt: dateOf(sale.trialEndsAt),
    periodNumber: sale.every && boughtAt ? (sale.periodNumber ?? 1) : null,
    endedAt: dateOf(sale.endedAt),
    updatedAt: at,
  };
  const attempts = (sale.payments ?? []).map((facts, index) => partsOf(order, facts, index + 1));
  return { session, order, attempts };
}

const price = (amountMinor: number) => ({
  amountMinor,
  taxIncluded: false,
  taxCategory: 'digital_goods' as const,
});

function partsOf(order: typeof orders.$inferInsert, facts: PaymentFacts, attempt: number) {
  const { merchantId, storeId, environment, currency } = order;
  const owner = { merchantId, storeId, environment, currency };
  const { status = 'succeeded', at, amountMinor = order.totalMinor } = facts;
  const payment = {
    ...owner,
    productId: order.productId,
    country: order.billingDetail?.country ?? null,
    id: newId(),
    orderId: order.id,
    periodNumber: facts.period ?? 1,
    provider: 'sandbox',
    status,
    amountMinor,
    taxMinor: facts.taxMinor ?? (amountMinor === order.totalMinor ? order.taxMinor : 0),
    taxRateMillionths: order.taxRateMillionths,
    taxName: order.taxName,
    method: facts.method ?? 'card',
    cardBrand: facts.brand === undefined ? 'visa' : facts.brand,
    failureCode: status === 'failed' ? (facts.code ?? 'card_declined') : null,
    attempt,
    succeededAt: status === 'succeeded' ? new Date(facts.succeededAt ?? at) : null,
    createdAt: new Date(at),
    updatedAt: new Date(at),
  };
  const of = { ...owner, orderId: order.id, paymentId: payment.id };
  const ticketOf = (ticket: TicketFacts) => ({
    ...of,
    id: newId(),
    buyerIdentity: order.buyerIdentity ?? order.buyerEmail ?? '',
    status: ticket.status ?? 'pending',
    amountMinor: ticket.amountMinor,
    reason: ticket.reason,
    merchantExternalId: ticket.externalId ?? null,
    reviewedAt: dateOf(ticket.reviewedAt),
    reviewSeconds: ticket.reviewedAt ? (Date.parse(ticket.reviewedAt) - Date.parse(ticket.at)) / 1000 : 0,
    createdAt: new Date(ticket.at),
    updatedAt: new Date(ticket.at),
  });
  const prepared = (facts.refunds ?? []).map((refund) => {
    const ticket = refund.ticket && ticketOf(refund.ticket);
    const row = {
      ...of,
      id: newId(),
      ticketId: ticket?.id ?? null,
      provider: 'sandbox',
      status: refund.status ?? 'succeeded',
      amountMinor: refund.amountMinor,
      taxMinor: refund.taxMinor ?? 0,
      requestedBy: { kind: 'worker' as const, by: 'test' },
      // A refund that failed after success keeps its success time.
      succeededAt: refund.status === 'pending' ? null : new Date(refund.at),
      createdAt: new Date(refund.at),
      updatedAt: new Date(refund.at),
    };
    return { row, ticket };
  });
  const linkedTickets = prepared.flatMap(({ ticket }) => (ticket ? [ticket] : []));
  const refundRows = prepared.map(({ row }) => row);
  return { payment, refunds: refundRows, tickets: [...linkedTickets, ...(facts.tickets ?? []).map(ticketOf)] };
}
