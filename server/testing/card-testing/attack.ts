/** Simulates card testing: many stolen cards from many addresses, while honest buyers try to pay. */
import { randomUUID } from 'node:crypto';
import type { StripeDouble } from '../stripe/double.ts';
import { buy, type CheckoutStore, openSession, type Purchase, tryCard } from './buyers.ts';

export interface AttackPlan {
  readonly cards: number;
  readonly addresses: number;
  readonly buyers: number;
  /** The attack tries no new card after this time. */
  readonly maxMs: number;
}

export interface AttackResult {
  readonly cardsTried: number;
  /** Cards that were confirmed at the provider, with or without 3D Secure. */
  readonly cardsAtProvider: number;
  /** Confirmed cards that the bank judged immediately. These answers are what an attacker wants. */
  readonly cardsJudged: number;
  readonly refused: number;
  readonly buyers: number;
  readonly buyersPaid: number;
  readonly buyersAuthenticated: number;
  readonly buyersWhoWaited: number;
  readonly maxWaitSeconds: number;
  readonly seconds: number;
}

/** Concurrent attempts. */
const maxConcurrent = 40;
/** The limit of attempts per session and minute. */
const maxPerSession = 6;
/** The outcomes of stolen cards: most are blocked, and a few still work. */
const outcomes = [
  ...Array.from({ length: 20 }, () => 'decline-card_declined'),
  ...Array.from({ length: 6 }, () => 'decline-stolen_card'),
  ...Array.from({ length: 4 }, () => 'decline-insufficient_funds'),
  ...Array.from({ length: 3 }, () => 'decline-incorrect_cvc'),
  'works',
] as const;

/** Each attacker address is in its own network. */
const attackerAt = (index: number) => `10.${index % 200}.${Math.floor(index / 200)}.7`;
const buyerAt = (index: number) => `172.16.${index}.9`;

/** Attackers ignore refusals: after a refused card they immediately try the next one. */
export async function attackCards(store: CheckoutStore, stripe: StripeDouble, plan: AttackPlan): Promise<AttackResult> {
  const started = performance.now();
  const sessions = new Map<number, { ids: string[]; used: number }>();
  const purchases: Promise<Purchase>[] = [];
  let [next, cardsTried, refused] = [0, 0, 0];

  async function sessionOf(attacker: number): Promise<string | undefined> {
    const attackerSessions = sessions.get(attacker) ?? { ids: [], used: 0 };
    sessions.set(attacker, attackerSessions);
    attackerSessions.used += 1;
    if (attackerSessions.ids.length === 0 || attackerSessions.used % maxPerSession === 0) {
      const created = await openSession(store, attackerAt(attacker));
      if (created) attackerSessions.ids.push(created);
    }
    return attackerSessions.ids[attackerSessions.used % Math.max(attackerSessions.ids.length, 1)];
  }

  async function attack(): Promise<void> {
    for (let card = next; card < plan.cards && performance.now() - started < plan.maxMs; card = next) {
      next += 1;
      const isBuyerDue = purchases.length < plan.buyers && card >= (purchases.length * plan.cards) / plan.buyers;
      if (isBuyerDue) purchases.push(purchase(purchases.length));
      const attacker = card % plan.addresses;
      const sessionId = await sessionOf(attacker);
      if (!sessionId) continue;
      const paymentToken = `ctoken_${outcomes[card % outcomes.length]}~stolen${card}.${randomUUID()}`;
      const email = `${randomUUID()}@example.com`;
      const { status } = await tryCard(store, sessionId, attackerAt(attacker), email, { paymentToken });
      cardsTried += 1;
      if (status === 429) refused += 1;
    }
  }

  const purchase = (buyer: number) =>
    buy(store, buyerAt(buyer), `buyer-${buyer}@example.com`, {
      get paymentToken() {
        return `ctoken_works~own${buyer}.${randomUUID()}`;
      },
    });

  await Promise.all(Array.from({ length: maxConcurrent }, attack));
  while (purchases.length < plan.buyers) purchases.push(purchase(purchases.length));
  const bought = await Promise.all(purchases);
  const confirmed = stripe.requests.filter(
    ({ path, params }) => path.endsWith('/confirm') && String(params.confirmation_token).includes('~stolen'),
  );
  return {
    cardsTried,
    cardsAtProvider: confirmed.length,
    cardsJudged: confirmed.filter(({ params }) => !params.payment_method_options).length,
    refused,
    buyers: plan.buyers,
    buyersPaid: bought.filter(({ isPaid }) => isPaid).length,
    buyersAuthenticated: bought.filter(({ isAuthenticated }) => isAuthenticated).length,
    buyersWhoWaited: bought.filter(({ waitedSeconds }) => waitedSeconds > 0).length,
    maxWaitSeconds: Math.max(...bought.map(({ waitedSeconds }) => waitedSeconds)),
    seconds: Math.round((performance.now() - started) / 1000),
  };
}
