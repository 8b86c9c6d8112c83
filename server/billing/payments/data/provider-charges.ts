/** What a payment provider's own word is about. */
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { methodChanges, payments } from '#db/schema/index.ts';
import type { MethodChange } from '../../payment-methods/payment-methods.ts';
import type { Payment } from '../payments.ts';

/**
 * The payment or the change of method behind a provider's charge; undefined where it is none of ours. Whose it is, the
 * provider does not know: this is looked up in all stores, and given to nobody but the machinery that asks the provider.
 * A charge whose id we have heard is that one only.
 */
export async function findProviderCharge(
  tx: Tx,
  provider: string,
  { key, providerPaymentId }: { readonly key: string; readonly providerPaymentId: string },
): Promise<{ payment: Payment } | { change: MethodChange } | undefined> {
  const same = <Table extends typeof payments | typeof methodChanges>(table: Table) =>
    and(
      eq(table.id, key),
      eq(table.provider, provider),
      or(isNull(table.providerPaymentId), eq(table.providerPaymentId, providerPaymentId)),
    );
  const [payment] = await tx.select().from(payments).where(same(payments));
  if (payment) return { payment };
  const [change] = await tx.select().from(methodChanges).where(same(methodChanges));
  return change && { change };
}

/** The payment that a provider knows by that name; looked up in all stores, too. */
export const findChargedPayment = async (
  tx: Tx,
  provider: string,
  providerPaymentId: string,
): Promise<Payment | undefined> =>
  (
    await tx
      .select()
      .from(payments)
      .where(and(eq(payments.provider, provider), eq(payments.providerPaymentId, providerPaymentId)))
  )[0];

/** A payment that the provider has to give back, by its own id or the provider's for it; looked up in all stores, too. */
export const findOwedPayment = async (
  tx: Tx,
  provider: string,
  about: { readonly key: string | null } | { readonly about: 'refunds'; readonly providerPaymentId: string },
): Promise<Payment | undefined> => {
  if ('key' in about && about.key === null) return undefined;
  const isIt =
    'key' in about ? eq(payments.id, about.key ?? '') : eq(payments.providerPaymentId, about.providerPaymentId);
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(isIt, eq(payments.provider, provider), isNotNull(payments.unclosedSince)));
  return payment;
};
