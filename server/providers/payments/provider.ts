/** What the service asks of a payment provider, whichever it is. */
import type { DeclineCode } from '#server/domain/declines.ts';
import type { ProviderName } from '../rules/payment-provider.ts';

/** A sandbox card as the buyer typed it. Lives only in memory, only for the length of one call. */
export interface Card {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvc: string;
}

/** What may be kept of a payment method: `type` is `card`, or the provider's name for a wallet or a debit. */
export interface MethodSummary {
  readonly type: string;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expiryMonth: number | null;
  readonly expiryYear: number | null;
}

/** The provider's own names for a buyer and their method, good for charges while the buyer is away. */
export interface SavedMethod {
  readonly customerId: string | null;
  readonly methodId: string;
}

/** How a charge is paid: typed into our page (sandbox), into the provider's own form there, or kept from before. */
export type PaymentMethod =
  | { readonly kind: 'card'; readonly card: Card }
  | { readonly kind: 'token'; readonly token: string }
  | ({ readonly kind: 'saved' } & SavedMethod);

/** Names a charge for good: everything that the first call said and a later one can say again. */
export interface ChargeReference {
  /** The provider's idempotency key, our payment's id: the same key charges once, however often it is sent. */
  readonly key: string;
  /** The provider's own id, once we have heard it. */
  readonly providerPaymentId: string | null;
  /** 0: nothing is charged, the method is kept. */
  readonly amountMinor: number;
  readonly currency: string;
  /** When the payment was begun. */
  readonly startedAt: Date;
}

export interface Charge extends ChargeReference {
  readonly method: PaymentMethod;
  /** Keep the method for charges while the buyer is away: a subscription's first payment. Implied by an amount of 0. */
  readonly isKept: boolean;
  /** The buyer is not there to answer their bank: a renewal. */
  readonly isOffSession: boolean;
  /** Ask for 3-D Secure even where the bank would not: the store's brake on card testing is on. */
  readonly mustAuthenticate?: boolean;
  readonly buyerEmail: string | null;
  /** What it is for, in a few words: the product's name. */
  readonly description: string;
  /** Where the buyer's bank sends the buyer back to: an address of the checkout's or the portal's page. */
  readonly returnUrl: string;
  /** Ids of ours, for whoever looks at the provider's own dashboard. */
  readonly references: Readonly<Record<string, string>>;
}

export type ChargeOutcome =
  | {
      readonly status: 'succeeded';
      readonly providerPaymentId: string;
      readonly method?: MethodSummary;
      /** Present where the method was to be kept. */
      readonly saved?: SavedMethod;
    }
  /** The buyer's bank wants to hear from the buyer first (3-D Secure), at `actionUrl`, in whichever browser. */
  | { readonly status: 'requires_action'; readonly providerPaymentId: string; readonly actionUrl: string }
  /** Accepted; whether the money comes is known later (a bank debit, a slow bank). */
  | { readonly status: 'processing'; readonly providerPaymentId: string }
  | {
      readonly status: 'failed';
      readonly providerPaymentId: string | null;
      readonly code: DeclineCode;
      /** For the merchant: our sentence, or what the provider said. */
      readonly reason: string;
    };

/** What can be told about a method without charging it. */
export interface CardFacts {
  /** The same for the same card, however often it is typed; null where there is no card, or nobody knows. */
  readonly cardId: string | null;
  /** Whether the provider can be told to ask for 3-D Secure. */
  readonly canAuthenticate: boolean;
}

export interface Refund {
  /** Idempotency key: our refund's id. */
  readonly key: string;
  readonly providerPaymentId: string;
  /** The provider's own id, once we have heard it: then nothing is made any more, it is only asked about. */
  readonly providerRefundId?: string | null;
  readonly amountMinor: number;
  readonly currency: string;
}

export type RefundOutcome =
  | { readonly status: 'succeeded' | 'pending'; readonly providerRefundId: string }
  | { readonly status: 'failed'; readonly providerRefundId: string | null; readonly reason: string };

/** A refund that the provider has made, whoever asked it to. */
export interface MadeRefund {
  readonly providerRefundId: string;
  /** The key that it was asked for with; null where somebody made it in the provider's own dashboard. */
  readonly key: string | null;
  /** In minor units; null where it is no whole number of them. */
  readonly amountMinor: number | null;
  readonly currency: string;
  /** Whether it came to nothing. */
  readonly isFailed: boolean;
}

/**
 * Every method may fail by throwing or never answering; then the outcome is unknown, and `check` or `settle` finds it
 * later. None of them is ever called inside one of our transactions.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** What may be kept of a card typed into our page, or undefined for one that this provider does not take so. Asks nobody. */
  summarise(card: Card): MethodSummary | undefined;
  /** Reads a method without charging it. Never throws: a provider that cannot say knows no card. */
  readCard(method: PaymentMethod): Promise<CardFacts>;
  /** Charges, or with an amount of 0 keeps the method. Told twice with one key, it answers as it did the first time. */
  charge(charge: Charge, now: Date): Promise<ChargeOutcome>;
  /** What has become of a charge by now; changes nothing. One that never arrived has `failed` with `not_attempted`. */
  check(charge: ChargeReference, now: Date): Promise<ChargeOutcome>;
  /**
   * The same for a charge that nobody is to finish any more: one that never arrived, or still waits for the buyer, is
   * closed so that it cannot succeed later. May still say `processing`.
   */
  settle(charge: ChargeReference, now: Date): Promise<ChargeOutcome>;
  /** Gives money back; told twice with one key, it gives it back once, and says what has become of it. */
  refund(refund: Refund, now: Date): Promise<RefundOutcome>;
  /** All refunds of a payment that the provider knows of. */
  listRefunds(providerPaymentId: string): Promise<readonly MadeRefund[]>;
}
