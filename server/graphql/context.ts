/** What every resolver of one request shares: who asks, which rows exist for them, and the batched look-ups. */
import DataLoader from 'dataloader';
import type { Database } from '../../db/client.ts';
import type { Caller } from '../action.ts';
import type { Role } from '../domain/roles.ts';
import { errors } from '../errors.ts';
import { listMembersOfGroups } from '../queries/group-lists.ts';
import type { ReadScope } from '../queries/listing.ts';
import { listOrders } from '../queries/order-lists.ts';
import type { Order } from '../queries/orders.ts';
import { listPayments, listPaymentsOfOrders } from '../queries/payment-lists.ts';
import type { Payment } from '../queries/payments.ts';
import { listProducts, listVersionsInScope } from '../queries/product-lists.ts';
import type { ProductWithVersion } from '../queries/products.ts';
import { type ExternalIds, listExternalIds, listRefundsOfPayments } from '../queries/refund-lists.ts';
import type { Refund } from '../queries/refunds.ts';
import { listRoles } from '../queries/store-members.ts';
import { findStore, listStores, type Store, storeIdsOf } from '../queries/stores.ts';
import {
  type AttemptText,
  type AttemptTexts,
  type ListedAttempt,
  type ListedDelivery,
  listAttempts,
  listAttemptTexts,
  listBodies,
  listDeliveries,
} from '../queries/webhook-delivery-lists.ts';
import { listWebhooksOfStores, type Webhook } from '../queries/webhooks.ts';

export interface GraphqlContext {
  readonly db: Database;
  /** Whether the merchant asks, who sees everything; others see what is public or their own. */
  readonly isMerchant: boolean;
  /** The rows that exist for the caller; found out once a request, and not before the first field that needs it. */
  readonly scope: () => Promise<ReadScope>;
  /** The same for orders and payments, which a public caller never sees: 403 `Insufficient permissions`. */
  readonly buyersScope: () => Promise<ReadScope>;
  /** The same for what is the merchant's alone: 403 for everybody else. */
  readonly merchantsScope: () => Promise<ReadScope>;
  /** The merchant's id; 403 for everybody else. */
  readonly requireMerchant: () => string;
  /** Look-ups by id: those of one tick become one statement, and each id is looked up once. */
  readonly loaders: Loaders;
}

export interface Loaders {
  readonly store: DataLoader<string, Store | null>;
  /** Of either type. */
  readonly product: DataLoader<string, ProductWithVersion | null>;
  /** Of either type. */
  readonly order: DataLoader<string, Order | null>;
  readonly payment: DataLoader<string, Payment | null>;
  /** By the id of the version that an order locked. */
  readonly orderedVersion: DataLoader<string, ProductWithVersion | null>;
  /** By the order's id: its newest payments, that many. */
  readonly paymentsOfOrder: (limit: number) => DataLoader<string, Payment[]>;
  /** By the payment's id: its newest refunds, that many. */
  readonly refundsOfPayment: (limit: number) => DataLoader<string, Refund[]>;
  /** By the group's id: which products it has, in their order. */
  readonly membersOfGroup: DataLoader<string, { productId: string }[]>;
  /** By the refund's id: what the merchant calls what it is about. */
  readonly externalIds: DataLoader<string, ExternalIds | null>;
  /** By the store's id; for its merchant only. */
  readonly webhooksOfStore: DataLoader<string, Omit<Webhook, 'secret'>[]>;
  /** The caller's role, by the store's id; null where they have none. */
  readonly roleInStore: DataLoader<string, { role: Role } | null>;
  /** For its merchant only. */
  readonly delivery: DataLoader<string, ListedDelivery | null>;
  /** What was told, by the delivery's id; for its merchant only. */
  readonly bodyOfDelivery: DataLoader<string, { body: string } | null>;
  /** By the delivery's id: its newest attempts, that many; for its merchant only. */
  readonly attemptsOfDelivery: (limit: number) => DataLoader<string, ListedAttempt[]>;
  /** By the attempt's id: one thing that was said in it; for its merchant only. */
  readonly textOfAttempt: { readonly [Name in AttemptText]: DataLoader<string, AttemptTexts<Name> | null> };
}

/** The context of one request. */
export function createContext(db: Database, caller: Caller): GraphqlContext {
  let found: Promise<ReadScope> | undefined;
  const scope = () => {
    found ??= readScope(db, caller);
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
  const loaders = createLoaders(db, scope, buyersScope, merchantsScope, requireMerchant);
  return { db, isMerchant, scope, buyersScope, merchantsScope, requireMerchant, loaders };
}

async function readScope(db: Database, caller: Caller): Promise<ReadScope> {
  const { environment } = caller;
  if (caller.kind === 'apiKey' || caller.kind === 'dashboard') {
    const stores = await storeIdsOf(db, caller.merchantId);
    return { environment, storeIds: stores.map(({ id }) => id), onSaleOnly: false };
  }
  const store = await findStore(db, caller.storeId);
  if (!store || store.deletedAt) throw errors.storeNotFound();
  const scope = { environment, storeIds: [store.id], onSaleOnly: true };
  return caller.kind === 'sessionToken' ? { ...scope, buyerIdentity: caller.buyerIdentity } : scope;
}

/** The scope narrowed to one store: none at all where that store is not in it. */
export const narrowed = (scope: ReadScope, storeId: string | undefined): ReadScope =>
  storeId === undefined ? scope : { ...scope, storeIds: scope.storeIds.filter((id) => id === storeId) };

function createLoaders(
  db: Database,
  scope: () => Promise<ReadScope>,
  forBuyers: () => Promise<ReadScope>,
  forMerchants: () => Promise<ReadScope>,
  requireMerchant: () => string,
): Loaders {
  const textOfAttempt = <const Name extends AttemptText>(name: Name) =>
    byId(
      async (ids) => await listAttemptTexts(db, await forMerchants(), ids, [name]),
      ({ id }) => id,
    );
  return {
    store: byId(
      async (ids) => await listStores(db, await scope(), these(ids)),
      ({ id }) => id,
    ),
    product: byId(
      async (ids) => await listProducts(db, await scope(), undefined, these(ids)),
      ({ product }) => product.id,
    ),
    order: byId(
      async (ids) => await listOrders(db, await forBuyers(), undefined, these(ids)),
      ({ id }) => id,
    ),
    payment: byId(
      async (ids) => await listPayments(db, await forBuyers(), these(ids)),
      ({ id }) => id,
    ),
    orderedVersion: byId(
      async (ids) => await listVersionsInScope(db, await forBuyers(), ids),
      ({ version }) => version.id,
    ),
    paymentsOfOrder: perLimit((limit) =>
      byOwner(
        async (ids) => await listPaymentsOfOrders(db, await forBuyers(), ids, limit),
        ({ orderId }) => orderId,
      ),
    ),
    refundsOfPayment: perLimit((limit) =>
      byOwner(
        async (ids) => await listRefundsOfPayments(db, await forBuyers(), ids, limit),
        ({ paymentId }) => paymentId,
      ),
    ),
    membersOfGroup: byOwner(
      async (ids) => await listMembersOfGroups(db, await scope(), ids),
      ({ groupId }) => groupId,
    ),
    externalIds: byId(
      async (ids) => await listExternalIds(db, await forBuyers(), ids),
      ({ refundId }) => refundId,
    ),
    webhooksOfStore: byOwner(
      async (ids) => await listWebhooksOfStores(db, await scope(), ids),
      ({ storeId }) => storeId,
    ),
    roleInStore: byId(
      async (ids) => await listRoles(db, requireMerchant(), ids),
      ({ storeId }) => storeId,
    ),
    delivery: byId(
      async (ids) => await listDeliveries(db, await forMerchants(), these(ids)),
      ({ id }) => id,
    ),
    bodyOfDelivery: byId(
      async (ids) => await listBodies(db, await forMerchants(), ids),
      ({ id }) => id,
    ),
    attemptsOfDelivery: perLimit((limit) =>
      byOwner(
        async (ids) => await listAttempts(db, await forMerchants(), ids, limit),
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

/** A loader of single rows; an id without a row in scope gives null. */
const byId = <Row>(find: (ids: readonly string[]) => Promise<Row[]>, idOf: (row: Row) => string) =>
  new DataLoader<string, Row | null>(async (ids) => {
    const rows = new Map((await find(ids)).map((row) => [idOf(row), row]));
    return ids.map((id) => rows.get(id) ?? null);
  });

/** A loader of the rows that each order, store … has. */
const byOwner = <Row>(find: (ownerIds: readonly string[]) => Promise<Row[]>, ownerOf: (row: Row) => string) =>
  new DataLoader<string, Row[]>(async (ownerIds) => {
    const rows = Map.groupBy(await find(ownerIds), ownerOf);
    return ownerIds.map((id) => rows.get(id) ?? []);
  });

/** One loader a limit: fields that ask for equally many share it. */
function perLimit<Loader>(create: (limit: number) => Loader): (limit: number) => Loader {
  const loaders = new Map<number, Loader>();
  return (limit) => {
    const loader = loaders.get(limit) ?? create(limit);
    loaders.set(limit, loader);
    return loader;
  };
}

/** The listing of exactly those rows. */
const these = (ids: readonly string[]) =>
  ({ filter: { id: { in: ids } }, page: { limit: ids.length, sort: 'createdAt', direction: 'desc' } }) as const;
