/**
 * Finds what a provider's message refers to, for internal use only. A message about a charge or refund that was not made by
 * this version names no merchant; then all merchants' rows are searched.
 */

import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { methodChanges, payments } from '#db/schema/index.ts';
import { ofKnownMerchant } from '#server/platform/data/merchant-scope.ts';
import type { MethodChange } from '../../payment-methods/payment-methods.ts';
import type { Payment } from '../payments.ts';

/** The payment or method change of a provider's charge, or undefined. A recorded provider ID has to match. */
export async function findProviderCharge(
  tx: Tx,
  provider: string,
  { key, providerPaymentId }: { readonly key: string; readonly providerPaymentId: string },
  merchantId: string | undefined,
): Promise<{ payment: Payment } | { change: MethodChange } | undefined> {
  const matchesCharge = <Table extends typeof payments | typeof methodChanges>(table: Table) =>
    and(
      ofKnownMerchant(table, merchantId),
      eq(table.id, key),
      eq(table.provider, provider),
      or(isNull(table.providerPaymentId), eq(table.providerPaymentId, providerPaymentId)),
    );
  const [payment] = await tx.select().from(payments).where(matchesCharge(payments));
  if (payment) return { payment };
  const [change] = await tx.select().from(methodChanges).where(matchesCharge(methodChanges));
  return change && { change };
}

/** The payment with a provider's ID. */
export const findChargedPayment = async (
  tx: Tx,
  provider: string,
  providerPaymentId: string,
  merchantId: string | undefined,
): Promise<Payment | undefined> =>
  (
    await tx
      .select()
      .from(payments)
      .where(
        and(
          ofKnownMerchant(payments, merchantId),
          eq(payments.provider, provider),
          eq(payments.providerPaymentId, providerPaymentId),
        ),
      )
  )[0];

/** A payment that the provider has to give back, by its own ID or the provider's. */
export const findUnclosedPayment = async (
  tx: Tx,
  provider: string,
  reference: { readonly key: string | null } | { readonly about: 'refunds'; readonly providerPaymentId: string },
  merchantId: string | undefined,
): Promise<Payment | undefined> => {
  if ('key' in reference && reference.key === null) return undefined;
  const isReferenced =
    'key' in reference
      ? eq(payments.id, reference.key ?? '')
      : eq(payments.providerPaymentId, reference.providerPaymentId);
  const [payment] = await tx
    .select()
    .from(payments)
    .where(
      and(
        ofKnownMerchant(payments, merchantId),
        isReferenced,
        eq(payments.provider, provider),
        isNotNull(payments.unclosedSince),
      ),
    );
  return payment;
};
