/**
 * Payments whose outcome nobody recorded: the process died, or the provider did not answer, between the charge and
 * its record. The provider is asked; what it knows is recorded, and a charge that never reached it is closed there.
 */
import type { Database } from '../../db/client.ts';
import { recordOutcome } from '../checkout/record-outcome.ts';
import { toShortId } from '../domain/ids.ts';
import { log } from '../log.ts';
import { paymentProvider } from '../providers/payments/index.ts';
import { listUnsettledPayments } from '../queries/payments.ts';

/** Longer than the pay step waits for a provider, so that a charge still in flight is left alone. */
const untouchedMs = 30_000;
const batch = 100;

/** Settles the payments that have been `processing` for 30 seconds at `now`; says how many. */
export async function settlePayments(db: Database, now: Date): Promise<number> {
  const provider = paymentProvider(db);
  const unsettled = await listUnsettledPayments(db, new Date(now.getTime() - untouchedMs), batch);
  let settled = 0;
  for (const payment of unsettled) {
    const { id: key, amountMinor, currency } = payment;
    try {
      const outcome = await provider.settle({ key, amountMinor, currency }, now);
      await recordOutcome(db, payment, outcome, { kind: 'worker', by: 'settle-payments' }, now);
      settled += 1;
    } catch (error) {
      // Left as it is, for the next round; the others are not to wait for it.
      log().error({ paymentId: toShortId('PAY', key), error: String(error) }, 'payment not settled');
    }
  }
  return settled;
}
