/** The intents to charge the subscriptions whose time has come: written and committed before a provider is asked. */
import type { Database, Tx } from '#db/client.ts';
import { amountsOf } from '#server/domain/amounts.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { amountFact, methodFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvents } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { type JobScope, mayTake } from '#server/platform/data/job-scope.ts';
import { settings } from '#server/platform/settings.ts';
import { configuredProvider } from '#server/providers/rules/payment-provider.ts';
import { taxProvider } from '#server/providers/tax/index.ts';
import type { StartedSubscription } from '../orders/rules/order.ts';
import type { StoredMethod } from '../payment-methods/payment-methods.ts';
import { type Payment, paymentEvent } from '../payments/payments.ts';
import {
  findRenewalTerms,
  holdRenewals,
  insertRenewalPayments,
  lockDueRenewals,
  type RenewalIntent,
  type RenewalTerms,
} from './data/renewals.ts';
import { skipCharge } from './renewal-unpaid.ts';

/** A charge to be made: its row stands, and nothing has left the machine yet. */
export interface StartedRenewal extends RenewalIntent {
  readonly payment: Payment;
}

/**
 * Takes up to `limit` subscriptions that are due at `now`, those that are due longest first, and writes down a charge
 * for each. Where there is nothing to charge by, the day counts as a retry that failed. `taken` counts both; 0: nothing
 * is due any more, or others are at it.
 */
export const startRenewals = (
  db: Database,
  scope: JobScope,
  actor: Actor,
  now: Date,
  limit: number,
): Promise<{ taken: number; started: StartedRenewal[] }> =>
  db.transaction(async (tx) => {
    if (!(await mayTake(tx, scope))) return { taken: 0, started: [] };
    const due = await lockDueRenewals(tx, scope, now, limit, liveProvider());
    return { taken: due.length, started: await startLocked(tx, due, actor, now) };
  });

/** The same for subscriptions that the caller has locked, whether they are due or not. */
export async function startLocked(
  tx: Tx,
  due: readonly StartedSubscription[],
  actor: Actor,
  now: Date,
): Promise<StartedRenewal[]> {
  if (due.length === 0) return [];
  const termsOf = await findRenewalTerms(tx, due);
  const intents: RenewalIntent[] = [];
  for (const order of due) {
    const terms = termsOf.get(order.id);
    if (!terms) throw new Error(`subscription ${order.id} has no session, product or store`);
    const method = chargeable(order, terms.method);
    if (method && !method.refusedAt)
      intents.push({ order, terms: { ...terms, method }, amounts: amountsDue(order, terms, now) });
    else await skipCharge(tx, order, actor, whySkipped(method), now);
  }
  const payments = await insertRenewalPayments(tx, intents, now);
  await holdRenewals(
    tx,
    intents.map(({ order }) => order.id),
    now,
  );
  const started = intents.map((intent, place) => ({ ...intent, payment: payments[place] as Payment }));
  const events = started.map(({ order, payment }) => {
    const { cardBrand, cardLast4, attempt, periodNumber } = payment;
    const changes = changesBetween(null, {
      paymentStatus: payment.status,
      amount: amountFact(payment),
      ...methodFacts({ type: payment.method, cardBrand, cardLast4 }),
    });
    const details = { cardBrand, cardLast4, attempt, periodNumber };
    return paymentEvent(order, actor, payment)('payment.started', details, changes);
  });
  await recordEvents(tx, events, now);
  return started;
}

/** Why there is nothing to charge by. A bank that wants its customer to authenticate has not refused the card. */
const whySkipped = (method: StoredMethod | undefined): string => {
  if (!method) return 'no_method';
  return method.refusedCode === 'authentication_required' ? method.refusedCode : 'method_refused';
};

/** What takes new payments in prod. */
const liveProvider = () => configuredProvider('prod', settings());

/** What was kept at the sandbox is nothing to charge by once prod is paid with real money: the customer has to give a card. */
const chargeable = (
  { environment }: StartedSubscription,
  method: StoredMethod | undefined,
): StoredMethod | undefined =>
  environment === 'prod' && method?.provider === 'sandbox' && liveProvider() !== 'sandbox' ? undefined : method;

/** The locked price with the tax of the day. */
const amountsDue = ({ billingDetail }: StartedSubscription, { price }: RenewalTerms, now: Date) =>
  amountsOf(price, billingDetail, now, taxProvider());
