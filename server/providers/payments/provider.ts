/** What the service asks of a payment provider, whichever it is. */

/** A card as the buyer typed it. Lives only in memory, only for the length of one call. */
export interface Card {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvc: string;
}

/** What may be kept of a card. */
export interface CardSummary {
  readonly brand: string;
  readonly last4: string;
}

export type ChargeOutcome =
  | { readonly status: 'succeeded'; readonly providerPaymentId: string }
  /** The buyer's bank wants to hear from the buyer first (3-D Secure). */
  | { readonly status: 'requires_action'; readonly providerPaymentId: string }
  | { readonly status: 'failed'; readonly providerPaymentId: string; readonly code: string; readonly reason: string };

export interface Charge {
  /** The provider's idempotency key, our payment's id: the same key charges once, however often it is sent. */
  readonly key: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly card: Card;
}

/**
 * Every method may fail by throwing or never answering; then the outcome is unknown, and `settle` finds it later.
 * None of them is ever called inside one of our transactions.
 */
export interface PaymentProvider {
  readonly name: string;
  /** What may be kept of a card, or undefined for one that this provider does not take. Asks nobody. */
  summarise(card: Card): CardSummary | undefined;
  charge(charge: Charge, now: Date): Promise<ChargeOutcome>;
  /** Ends a challenge: `passed` says whether the bank recognised the buyer. */
  finishChallenge(key: string, passed: boolean, now: Date): Promise<ChargeOutcome>;
  /** The outcome of a charge nobody heard the end of; one that never arrived is closed, so that it cannot arrive later. */
  settle(charge: Omit<Charge, 'card'>, now: Date): Promise<ChargeOutcome>;
}
