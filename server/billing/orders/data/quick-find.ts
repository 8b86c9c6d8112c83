/** What one line of text finds in a store: rows by their id, people by the beginning of their address, products by name. */
import { and, desc, eq, ilike, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { customers, orders, payments, products, productVersions } from '#db/schema/index.ts';
import { columnsIn } from '#server/catalog/data/product-columns.ts';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId } from '#server/domain/ids.ts';
import type { PaymentStatus } from '#server/domain/payment.ts';
import { begins } from '#server/events/data/email-prefix.ts';
import { literally } from '#server/platform/data/listing.ts';
import type { OrderStatus } from '../rules/order.ts';
import type { RefundState } from '../rules/order-refund.ts';

interface Scope {
  readonly storeId: string;
  readonly environment: Environment;
}

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

/** How many of each are shown, and of how many the newest are sought: with an address that half the buyers share, not all. */
const shown = 8;
const sought = 200;
/** A shorter beginning is everybody's. */
const minPrefixLength = 3;

/** Those of the store's rows that the text names; nothing for a text too short to name anything. */
export async function quickFind(tx: Tx, scope: Scope, text: string): Promise<Found> {
  const beginning = text.toLowerCase();
  if (text.length < minPrefixLength) return nothing;
  const isAddress = beginning.includes('@') || /^[\w.+-]+$/.test(beginning);
  return {
    products: await findProducts(tx, scope, text),
    orders: await findOrders(tx, scope, fromShortId('ORD', text), isAddress ? beginning : undefined),
    customers: await findCustomers(tx, scope, fromShortId('ORD', text), isAddress ? beginning : undefined),
    payments: await findPayments(tx, scope, fromShortId('PAY', text)),
  };
}

/** A store has few enough products to look at all their names. */
async function findProducts(tx: Tx, { storeId, environment }: Scope, text: string) {
  const id = fromShortId('PROD', text);
  const version = columnsIn(environment).versionId;
  return await tx
    .select({ id: products.id, name: productVersions.name })
    .from(products)
    .innerJoin(productVersions, eq(productVersions.id, sql`coalesce(${version}, ${products.testVersionId})`))
    .where(
      and(
        eq(products.storeId, storeId),
        or(ilike(productVersions.name, `%${literally(text)}%`), id ? eq(products.id, id) : undefined),
      ),
    )
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(shown);
}

async function findOrders(tx: Tx, scope: Scope, id: string | undefined, beginning: string | undefined) {
  if (!id && beginning === undefined) return [];
  const some = tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.storeId, scope.storeId),
        eq(orders.environment, scope.environment),
        id ? eq(orders.id, id) : begins(sql`lower(${orders.buyerEmail})`, beginning ?? ''),
      ),
    )
    .limit(sought)
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
    .from(some)
    .innerJoin(orders, eq(orders.id, some.id))
    .innerJoin(productVersions, eq(productVersions.id, orders.productVersionId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(shown);
}

/** A customer's id is their first order's. */
async function findCustomers(tx: Tx, scope: Scope, id: string | undefined, beginning: string | undefined) {
  if (!id && beginning === undefined) return [];
  const some = tx
    .select({
      id: customers.id,
      email: customers.email,
      identity: customers.identity,
      lastOrderAt: customers.lastOrderAt,
    })
    .from(customers)
    .where(
      and(
        eq(customers.storeId, scope.storeId),
        eq(customers.environment, scope.environment),
        id ? eq(customers.id, id) : begins(sql`lower(${customers.email})`, beginning ?? ''),
      ),
    )
    .limit(sought)
    .as('some');
  return await tx
    .select({ id: some.id, email: some.email, identity: some.identity })
    .from(some)
    .orderBy(desc(some.lastOrderAt), desc(some.id))
    .limit(shown);
}

const findPayments = async (tx: Tx, scope: Scope, id: string | undefined) =>
  id
    ? await tx
        .select({
          id: payments.id,
          status: payments.status,
          amountMinor: payments.amountMinor,
          currency: payments.currency,
        })
        .from(payments)
        .where(
          and(eq(payments.id, id), eq(payments.storeId, scope.storeId), eq(payments.environment, scope.environment)),
        )
    : [];
