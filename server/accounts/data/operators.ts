/**
 * The operators of the service: accounts with a grant. On a loopback host without a grant, the first account is operator, so
 * that a new installation works without the command line; next to the demo account, also the first other one. On a public
 * host there is no such fallback, because a stranger may own the first account.
 */
import { asc, eq, ne } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { merchants, operators } from '#db/schema/index.ts';
import type { Merchant } from './merchants.ts';

/** The demo's account. (server/cli/demo/demo.ts.) */
export const demoEmail = 'demo@example.com';

export interface Operator {
  readonly merchant: Merchant;
  /** Why the account is an operator. */
  readonly kind: 'granted' | 'first account' | 'first account other than the demo';
  /** The time of the grant, or of the account. */
  readonly since: Date;
}

interface Host {
  readonly isPublicHost: boolean;
}

/** All operators: accounts with a grant by its time, or the fallback accounts. */
export async function listOperators(tx: Tx, { isPublicHost }: Host): Promise<Operator[]> {
  const granted = await tx
    .select({ merchant: merchants, since: operators.createdAt })
    .from(operators)
    .innerJoin(merchants, eq(merchants.id, operators.merchantId))
    .orderBy(asc(operators.createdAt), asc(operators.merchantId));
  if (granted.length > 0) return granted.map((row) => ({ ...row, kind: 'granted' }));
  if (isPublicHost) return [];
  // IDs are ordered by time, so the oldest accounts have the lowest.
  const [first, second] = await tx.select().from(merchants).orderBy(asc(merchants.id)).limit(2);
  const fallbacks: Operator[] = first ? [{ merchant: first, kind: 'first account', since: first.createdAt }] : [];
  if (first?.email === demoEmail && second) {
    fallbacks.push({ merchant: second, kind: 'first account other than the demo', since: second.createdAt });
  }
  return fallbacks;
}

/** Whether an account is an operator. */
export const isOperator = async (tx: Tx, merchantId: string, host: Host): Promise<boolean> =>
  (await listOperators(tx, host)).some(({ merchant }) => merchant.id === merchantId);

/** Whether an account is an operator and, apart from the demo account, the only account. */
export async function isSoleOperator(tx: Tx, merchantId: string, host: Host): Promise<boolean> {
  if (!(await isOperator(tx, merchantId, host))) return false;
  const accounts = await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(ne(merchants.email, demoEmail))
    .orderBy(asc(merchants.id))
    .limit(2);
  return accounts.length === 1 && accounts[0]?.id === merchantId;
}

/** Grants an account the operator role; false if it had one. */
export async function grantOperator(tx: Tx, merchantId: string, now: Date): Promise<boolean> {
  const added = await tx.insert(operators).values({ merchantId, createdAt: now }).onConflictDoNothing().returning();
  return added.length > 0;
}

/** Revokes a grant; false if there was none. */
export async function revokeOperator(tx: Tx, merchantId: string): Promise<boolean> {
  const deleted = await tx.delete(operators).where(eq(operators.merchantId, merchantId)).returning();
  return deleted.length > 0;
}
