/**
 * Who operates the service: accounts that were granted it. On a loopback host without a grant the first account does, so
 * that a fresh installation works without the command line; beside the demo's account, so does the first other one. On a
 * public host nobody stands in: the first account may be a stranger's.
 */
import { asc, eq, ne } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { merchants, operators } from '#db/schema/index.ts';
import type { Merchant } from './merchants.ts';

/** The demo's account. (server/cli/demo/demo.ts.) */
export const demoEmail = 'demo@example.com';

export interface Operator {
  readonly merchant: Merchant;
  /** Why they operate. */
  readonly kind: 'granted' | 'first account' | 'first account beside the demo';
  /** Since when: the grant, or the account. */
  readonly since: Date;
}

interface Host {
  readonly isPublicHost: boolean;
}

/** All operators: those with a grant by the time of the grant, or the accounts that stand in for them. */
export async function listOperators(tx: Tx, { isPublicHost }: Host): Promise<Operator[]> {
  const granted = await tx
    .select({ merchant: merchants, since: operators.createdAt })
    .from(operators)
    .innerJoin(merchants, eq(merchants.id, operators.merchantId))
    .orderBy(asc(operators.createdAt), asc(operators.merchantId));
  if (granted.length > 0) return granted.map((row) => ({ ...row, kind: 'granted' }));
  if (isPublicHost) return [];
  // Keys are ordered by time: the oldest accounts have the lowest.
  const [first, second] = await tx.select().from(merchants).orderBy(asc(merchants.id)).limit(2);
  const standIns: Operator[] = first ? [{ merchant: first, kind: 'first account', since: first.createdAt }] : [];
  if (first?.email === demoEmail && second) {
    standIns.push({ merchant: second, kind: 'first account beside the demo', since: second.createdAt });
  }
  return standIns;
}

/** Whether that account is an operator. */
export const isOperator = async (tx: Tx, merchantId: string, host: Host): Promise<boolean> =>
  (await listOperators(tx, host)).some(({ merchant }) => merchant.id === merchantId);

/** Whether that account is an operator and, beside the demo's, the only account there is. */
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
