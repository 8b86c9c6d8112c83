/**
 * Who reviews: those that were granted it. While nobody is, the first account does, so that a fresh installation works
 * without the command line; where that one is the demo's, whose password anybody may have read, so does the first
 * account beside it. The first grant ends both.
 */
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { merchants, operators } from '../../db/schema/index.ts';
import type { Merchant } from './merchants.ts';

/** The demo's account. (server/demo.ts.) */
export const demoEmail = 'demo@example.com';

export interface Operator {
  readonly merchant: Merchant;
  /** Why they review. */
  readonly kind: 'granted' | 'first account' | 'first account beside the demo';
  /** Since when: the grant, or the account. */
  readonly since: Date;
}

/** Everybody who may review now: the granted ones by the time of the grant, or who stands in for them. */
export async function listOperators(tx: Tx): Promise<Operator[]> {
  const granted = await tx
    .select({ merchant: merchants, since: operators.createdAt })
    .from(operators)
    .innerJoin(merchants, eq(merchants.id, operators.merchantId))
    .orderBy(asc(operators.createdAt), asc(operators.merchantId));
  if (granted.length > 0) return granted.map((row) => ({ ...row, kind: 'granted' }));
  // Keys are ordered by time: the oldest accounts have the lowest.
  const [first, second] = await tx.select().from(merchants).orderBy(asc(merchants.id)).limit(2);
  const standIns: Operator[] = first ? [{ merchant: first, kind: 'first account', since: first.createdAt }] : [];
  if (first?.email === demoEmail && second) {
    standIns.push({ merchant: second, kind: 'first account beside the demo', since: second.createdAt });
  }
  return standIns;
}

/** Whether that account may review. */
export const isOperator = async (tx: Tx, merchantId: string): Promise<boolean> =>
  (await listOperators(tx)).some(({ merchant }) => merchant.id === merchantId);

/** Lets an account review; false where it was granted before. */
export async function grantOperator(tx: Tx, merchantId: string, now: Date): Promise<boolean> {
  const added = await tx.insert(operators).values({ merchantId, createdAt: now }).onConflictDoNothing().returning();
  return added.length > 0;
}

/** Takes the grant back; false where there was none. */
export async function revokeOperator(tx: Tx, merchantId: string): Promise<boolean> {
  const gone = await tx.delete(operators).where(eq(operators.merchantId, merchantId)).returning();
  return gone.length > 0;
}
