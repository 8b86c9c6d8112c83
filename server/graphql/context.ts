/** The context of a request's resolvers: the caller, the visible rows and batched lookups. */
import DataLoader from 'dataloader';
import type { Tx } from '#db/client.ts';
import { findLockedPrices } from '#server/billing/orders/data/locked-prices.ts';
import { findOrders } from '#server/billing/orders/data/order-lists.ts';
import type { Order } from '#server/billing/orders/orders.ts';
import { findCardExpiries, findPayments, listPaymentsOfOrders } from '#server/billing/payments/data/payment-lists.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import { findQuotes, type Quote } from '#server/billing/quotes/data/quotes.ts';
import {
  type ExternalIds,
  listExternalIds,
  listRefundStatuses,
  listRefundsOfPayments,
  listTicketStatuses,
} from '#server/billing/refunds/data/refund-lists.ts';
import type { Refund } from '#server/billing/refunds/refunds.ts';
import type { ShownTicketStatus } from '#server/billing/refunds/rules/refund-ticket.ts';
import { listMembersOfGroups } from '#server/catalog/data/group-lists.ts';
import { findProducts, listProductsOfStores, listVersionsInScope } from '#server/catalog/data/product-lists.ts';
import type { ProductWithVersion } from '#server/catalog/products.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { errors } from '#server/domain/errors.ts';
import type { Caller } from '#server/platform/action.ts';
import { onlyStores, type ReadScope, scopeOfStores } from '#server/platform/data/listing.ts';
import type { Role } from '#server/stores/rules/roles.ts';
import { listRoles } from '#server/stores/store-members.ts';
import { findStore, findStores, listStoreScopes, type Store } from '#server/stores/stores.ts';
import {
  type AttemptText,
  type AttemptTexts,
  type ListedAttempt,
  type ListedDelivery,
  listAttempts,
  listAttemptTexts,
  listBodies,
  listDeliveries,
} from '#server/webhooks/data/webhook-delivery-lists.ts';
import { listWebhooksOfStores, type Webhook } from '#server/webhooks/webhooks.ts';
import type { Read } from './reading.ts';

export interface GraphqlContext {
  /** Runs all reads. A read must not wait for another one: with no slot free, both would wait forever. */
  readonly read: Read;
  /** The time of the request. */
  readonly now: Date;
  /** Whether the caller is the merchant, who sees everything. Others see public data and their own. */
  readonly isMerchant: boolean;
  /** The visible rows, determined once per request on first use. */
  readonly scope: () => Promise<ReadScope>;
  /** The same for orders and payments. Public callers get 403 `Insufficient permissions`. */
  readonly buyersScope: () => Promise<ReadScope>;
  /** The same for the merchant's own data. Others get 403. */
  readonly merchantsScope: () => Promise<ReadScope>;
  /** The merchant's id; throws 403 for others. */
  readonly requireMerchant: () => string;
  /** Batched lookups by id: one statement per tick and type, and one lookup per id. */
  readonly loaders: Loaders;
}

export interface Loaders {
  readonly store: DataLoader<string, Store | null>;
  /** Of either type. */
  readonly product: DataLoader<string, ProductWithVersion | null>;
  /** Of either type. */
  readonly order: DataLoader<string, Order | null>;
  readonly payment: DataLoader<string, Payment | null>;
  /** By the id that a visible payment or order has. */
  readonly quote: DataLoader<string, Quote | null>;
  /** By the id of the version that an order locked. */
  readonly orderedVersion: DataLoader<string, ProductWithVersion | null>;
  /** By order id: the price that it locked. */
  readonly lockedPrice: DataLoader<string, { price: Price } | null>;
  /** By payment id: when its card expires, if the card was saved. */
  readonly cardExpiry: DataLoader<string, { month: number | null; year: number | null } | null>;
  /** By request id: its shown status. */
  readonly ticketStatus: DataLoader<string, { status: ShownTicketStatus } | null>;
  /** By store id: its newest products of a type, up to the limit. */
  readonly productsOfStore: (type: ProductType, limit: number) => DataLoader<string, ProductWithVersion[]>;
  /** By order id: its newest payments, up to the limit. */
  readonly paymentsOfOrder: (limit: number) => DataLoader<string, Payment[]>;
  /** By payment id: its newest refunds, up to the limit. */
  readonly refundsOfPayment: (limit: number) => DataLoader<string, Refund[]>;
  /** By payment id: the statuses of all its refunds. */
  readonly refundStatuses: DataLoader<string, Pick<Refund, 'status'>[]>;
  /** By group id: its products in order. */
  readonly membersOfGroup: DataLoader<string, { productId: string }[]>;
  /** By refund id: the merchant's own ids of the order and the request. */
  readonly externalIds: DataLoader<string, ExternalIds | null>;
  /** By store id; for its merchant only. */
  readonly webhooksOfStore: DataLoader<string, Omit<Webhook, 'secret'>[]>;
  /** By store id: the caller's role; null if they have none. */
  readonly roleInStore: DataLoader<string, { role: Role } | null>;
  /** For its merchant only. */
  readonly delivery: DataLoader<string, ListedDelivery | null>;
  /** By delivery id: the payload; for its merchant only. */
  readonly bodyOfDelivery: DataLoader<string, { body: string } | null>;
  /** By delivery id: its newest attempts, up to the limit; for its merchant only. */
  readonly attemptsOfDelivery: (limit: number) => DataLoader<string, ListedAttempt[]>;
  /** By attempt id: one of its texts; for its merchant only. */
  readonly textOfAttempt: { readonly [Name in AttemptText]: DataLoader<string, AttemptTexts<Name> | null> };
}

export function createContext(read: Read, caller: Caller, now: Date): GraphqlContext {
  let found: Promise<ReadScope> | undefined;
  const scope = () => {
    found ??= readScope(read, caller);
    return found;
  };
  const buyersScope = async () => {
    if (caller.kind === 'storeSlug') throw errors.insufficientPermissions();
    return await scope();
  };
  const isMerchant = caller.kind === 'apiKey' || caller.kind === 'dashboard';
  const requireMerchant = () => {
    if (!isMerchant) throw errors.insufficientPermissions();
    return caller.merchantId;
  };
  const merchantsScope = async () => {
    requireMerchant();
    return await scope();
  };
  const loaders = createLoaders(read, scope, buyersScope, merchantsScope, requireMerchant);
  return { read, now, isMerchant, scope, buyersScope, merchantsScope, requireMerchant, loaders };
}

async function readScope(read: Read, caller: Caller): Promise<ReadScope> {
  const { environment } = caller;
  if (caller.kind === 'apiKey' || caller.kind === 'dashboard') {
    const stores = await read((tx) => listStoreScopes(tx, caller.merchantId));
    return { environment, ...scopeOfStores(stores), onSaleOnly: false };
  }
  const store = await read((tx) => findStore(tx, caller.storeId));
  if (!store || store.deletedAt) throw errors.storeNotFound();
  const scope = { environment, storeIds: [store.id], merchantIds: [store.merchantId], onSaleOnly: true };
  return caller.kind === 'sessionToken' ? { ...scope, buyerIdentity: caller.buyerIdentity } : scope;
}

/** The scope limited to one store; empty if the store is not in scope. */
export const narrowed = (scope: ReadScope, storeId: string | undefined): ReadScope =>
  storeId === undefined ? scope : onlyStores(scope, (id) => id === storeId);

function createLoaders(
  read: Read,
  scope: () => Promise<ReadScope>,
  forBuyers: () => Promise<ReadScope>,
  forMerchants: () => Promise<ReadScope>,
  requireMerchant: () => string,
): Loaders {
  type Ids = readonly string[];
  const within =
    <Row>(scopeOf: () => Promise<ReadScope>, find: (tx: Tx, allowed: ReadScope, ids: Ids) => Promise<Row[]>) =>
    async (ids: Ids): Promise<Row[]> => {
      const allowed = await scopeOf();
      return await read((tx) => find(tx, allowed, ids));
    };
  const textOfAttempt = <const Name extends AttemptText>(name: Name) =>
    byId(
      within(forMerchants, (tx, allowed, ids) => listAttemptTexts(tx, allowed, ids, [name])),
      ({ id }) => id,
    );
  return {
    store: byId(within(scope, findStores), ({ id }) => id),
    product: byId(within(scope, findProducts), ({ product }) => product.id),
    order: byId(within(forBuyers, findOrders), ({ id }) => id),
    payment: byId(within(forBuyers, findPayments), ({ id }) => id),
    quote: byId(within(forBuyers, findQuotes), ({ id }) => id),
    orderedVersion: byId(within(forBuyers, listVersionsInScope), ({ version }) => version.id),
    lockedPrice: byId(within(forBuyers, findLockedPrices), ({ orderId }) => orderId),
    cardExpiry: byId(within(forBuyers, findCardExpiries), ({ paymentId }) => paymentId),
    ticketStatus: byId(within(forBuyers, listTicketStatuses), ({ ticketId }) => ticketId),
    productsOfStore: perChoice((type, limit) =>
      byOwner(
        within(scope, (tx, allowed, ids) => listProductsOfStores(tx, allowed, ids, { type, limit })),
        ({ product }) => product.storeId,
      ),
    ),
    paymentsOfOrder: perChoice((limit) =>
      byOwner(
        within(forBuyers, (tx, allowed, ids) => listPaymentsOfOrders(tx, allowed, ids, limit)),
        ({ orderId }) => orderId,
      ),
    ),
    refundsOfPayment: perChoice((limit) =>
      byOwner(
        within(forBuyers, (tx, allowed, ids) => listRefundsOfPayments(tx, allowed, ids, limit)),
        ({ paymentId }) => paymentId,
      ),
    ),
    refundStatuses: byOwner(
      within(forBuyers, (tx, allowed, ids) => listRefundStatuses(tx, allowed, ids)),
      ({ paymentId }) => paymentId,
    ),
    membersOfGroup: byOwner(
      within(scope, (tx, allowed, ids) => listMembersOfGroups(tx, allowed, ids)),
      ({ groupId }) => groupId,
    ),
    externalIds: byId(
      within(forBuyers, (tx, allowed, ids) => listExternalIds(tx, allowed, ids)),
      ({ refundId }) => refundId,
    ),
    webhooksOfStore: byOwner(
      within(scope, (tx, allowed, ids) => listWebhooksOfStores(tx, allowed, ids)),
      ({ storeId }) => storeId,
    ),
    roleInStore: byId(
      async (ids) => await read((tx) => listRoles(tx, requireMerchant(), ids)),
      ({ storeId }) => storeId,
    ),
    delivery: byId(
      within(forMerchants, (tx, allowed, ids) => listDeliveries(tx, allowed, listingOf(ids))),
      ({ id }) => id,
    ),
    bodyOfDelivery: byId(
      within(forMerchants, (tx, allowed, ids) => listBodies(tx, allowed, ids)),
      ({ id }) => id,
    ),
    attemptsOfDelivery: perChoice((limit) =>
      byOwner(
        within(forMerchants, (tx, allowed, ids) => listAttempts(tx, allowed, ids, limit)),
        ({ deliveryId }) => deliveryId,
      ),
    ),
    textOfAttempt: {
      requestHeaders: textOfAttempt('requestHeaders'),
      requestBody: textOfAttempt('requestBody'),
      responseHeaders: textOfAttempt('responseHeaders'),
      responseBody: textOfAttempt('responseBody'),
    },
  };
}

/** A loader of single rows; null for ids out of scope. */
const byId = <Row>(find: (ids: readonly string[]) => Promise<Row[]>, idOf: (row: Row) => string) =>
  new DataLoader<string, Row | null>(async (ids) => {
    const rows = new Map((await find(ids)).map((row) => [idOf(row), row]));
    return ids.map((id) => rows.get(id) ?? null);
  });

/** A loader of the rows that belong to an order, store and so on. */
const byOwner = <Row>(find: (ownerIds: readonly string[]) => Promise<Row[]>, ownerOf: (row: Row) => string) =>
  new DataLoader<string, Row[]>(async (ownerIds) => {
    const rows = Map.groupBy(await find(ownerIds), ownerOf);
    return ownerIds.map((id) => rows.get(id) ?? []);
  });

/** One loader per choice of arguments, shared by fields with the same arguments. */
function perChoice<Choice extends readonly (string | number)[], Loader>(
  create: (...choice: Choice) => Loader,
): (...choice: Choice) => Loader {
  const loaders = new Map<string, Loader>();
  return (...choice) => {
    const key = choice.join(' ');
    const loader = loaders.get(key) ?? create(...choice);
    loaders.set(key, loader);
    return loader;
  };
}

/** The listing of exactly those rows. */
const listingOf = (ids: readonly string[]) =>
  ({ filter: { id: { in: ids } }, page: { limit: ids.length, sort: 'createdAt', direction: 'desc' } }) as const;
