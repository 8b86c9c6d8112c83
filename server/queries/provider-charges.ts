/** What a payment provider's own word is about. */
import { and, eq, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { methodChanges, payments } from '../../db/schema/index.ts';
import type { MethodChange } from './payment-methods.ts';
import type { Payment } from './payments.ts';

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
