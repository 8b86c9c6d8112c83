/** Quick search in a store: rows by ID, orders and customers by the start of an email address, products by name. */

import { and, desc, eq, ilike, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers, orders, payments, products, productVersions } from '#db/schema/index.ts';
import { columnsIn } from '#server/catalog/data/product-columns.ts';
import { fromShortId } from '#server/domain/ids.ts';
import type { PaymentStatus } from '#server/domain/payment.ts';
import { begins } from '#server/events/data/email-prefix.ts';
import { escapeLike } from '#server/platform/data/listing.ts';
import { type EnvironmentScope, inEnvironment, inStore, refersTo } from '#server/platform/data/merchant-scope.ts';
import type { OrderStatus } from '../rules/order.ts';
import type { RefundState } from '../rules/order-refund.ts';

export interface Found {
  readonly products: readonly { readonly id: string; readonly name: string }[];
  readonly orders: readonly {
    readonly id: string;
    readonly status: OrderStatus;
    readonly periodNumber: number | null;
    readonly refundState: RefundState;
    readonly buyerEmail: string | null;
    readonly totalMinor: number;
    readonly currency: string;
    readonly productName: string;
  }[];
  readonly customers: readonly {
    readonly id: string;
    readonly email: string | null;
    readonly identity: string | null;
  }[];
  readonly payments: readonly {
    readonly id: string;
    readonly status: PaymentStatus;
    readonly amountMinor: number;
    readonly currency: string;
  }[];
}

const nothing: Found = { products: [], orders: [], customers: [], payments: [] };

/** The rows shown per kind, and the candidates sorted for them: an address that half the buyers share is not read whole. */
const maxRows = 8;
const maxCandidates = 200;
/** A shorter prefix matches too many rows. */
const minPrefixLength = 3;

/** Finds the store's rows that match a text; nothing for a text that is too short. */
export async function quickFind(tx: Tx, scope: EnvironmentScope, text: string): Promise<Found> {
  const prefix = text.toLowerCase();
  if (text.length < minPrefixLength) return nothing;
  const isAddress = prefix.includes('@') || /^[\w.+-]+$/.test(prefix);
  return {
    products: await findProducts(tx, scope, text),
    orders: await findOrders(tx, scope, fromShortId('ORD', text), isAddress ? prefix : undefined),
    customers: await findCustomers(tx, scope, fromShortId('ORD', text), isAddress ? prefix : undefined),
    payments: await findPayments(tx, scope, fromShortId('PAY', text)),
  };
}

/** Scans the names of all products: a store has few. */
async function findProducts(tx: Tx, scope: EnvironmentScope, text: string) {
  const id = fromShortId('PROD', text);
  const version = columnsIn(scope.environment).versionId;
  return await tx
    .select({ id: products.id, name: productVersions.name })
    .from(products)
    .innerJoin(
      productVersions,
      and(
        eq(productVersions.id, sql`coalesce(${version}, ${products.testVersionId})`),
        eq(productVersions.merchantId, products.merchantId),
      ),
    )
    .where(
      and(
        inStore(products, scope),
        or(ilike(productVersions.name, `%${escapeLike(text)}%`), id ? eq(products.id, id) : undefined),
      ),
    )
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(maxRows);
}

async function findOrders(tx: Tx, scope: EnvironmentScope, id: string | undefined, prefix: string | undefined) {
  if (!id && prefix === undefined) return [];
  const candidates = tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inEnvironment(orders, scope),
        id ? eq(orders.id, id) : begins(sql`lower(${orders.buyerEmail})`, prefix ?? ''),
      ),
    )
    .limit(maxCandidates)
    .as('some');
  return await tx
    .select({
      id: orders.id,
      status: orders.status,
      periodNumber: orders.periodNumber,
      refundState: orders.refundState,
      buyerEmail: orders.buyerEmail,
      totalMinor: orders.totalMinor,
      currency: orders.currency,
      productName: productVersions.name,
    })
    .from(candidates)
    .innerJoin(orders, and(eq(orders.id, candidates.id), inStore(orders, scope)))
    .innerJoin(productVersions, refersTo(orders, orders.productVersionId, productVersions))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxRows);
}

/** A customer's ID is the ID of their first order. */
async function findCustomers(tx: Tx, scope: EnvironmentScope, id: string | undefined, prefix: string | undefined) {
  if (!id && prefix === undefined) return [];
  const candidates = tx
    .select({
      id: customers.id,
      email: customers.email,
      identity: customers.identity,
      lastOrderAt: customers.lastOrderAt,
    })
    .from(customers)
    .where(
      and(
        inEnvironment(customers, scope),
        id ? eq(customers.id, id) : begins(sql`lower(${customers.email})`, prefix ?? ''),
      ),
    )
    .limit(maxCandidates)
    .as('some');
  return await tx
    .select({ id: candidates.id, email: candidates.email, identity: candidates.identity })
    .from(candidates)
    .orderBy(desc(candidates.lastOrderAt), desc(candidates.id))
    .limit(maxRows);
}

const findPayments = async (tx: Tx, scope: EnvironmentScope, id: string | undefined) =>
  id
    ? await tx
        .select({
          id: payments.id,
          status: payments.status,
          amountMinor: payments.amountMinor,
          currency: payments.currency,
        })
        .from(payments)
        .where(and(eq(payments.id, id), inEnvironment(payments, scope)))
    : [];
