/** The interface of payment providers. */
import type { DeclineCode } from '#server/domain/declines.ts';
import type { ProviderName } from '../rules/payment-provider.ts';

/** A sandbox card as the buyer typed it. Lives only in memory, only for the length of one call. */
export interface Card {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvc: string;
}

/** The storable facts of a payment method. `type` is `card`, or the provider's name for a wallet or debit. */
export interface MethodSummary {
  readonly type: string;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly expiryMonth: number | null;
  readonly expiryYear: number | null;
}

/** The provider's ids of a buyer and their method, for off-session charges. */
export interface SavedMethod {
  readonly customerId: string | null;
  readonly methodId: string;
}

/** The payment method of a charge: typed into our page (sandbox), a token of the provider's form, or saved earlier. */
export type PaymentMethod =
  | { readonly kind: 'card'; readonly card: Card }
  | { readonly kind: 'token'; readonly token: string }
  | ({ readonly kind: 'saved' } & SavedMethod);

/** Identifies a charge permanently, with everything needed to repeat its first call. */
export interface ChargeReference {
  /** The provider's idempotency key, which is our payment's id. Repeated calls charge once. */
  readonly key: string;
  /** The provider's own id, once known. */
  readonly providerPaymentId: string | null;
  /** 0: saves the method without charging. */
  readonly amountMinor: number;
  readonly currency: string;
  /** When the payment was begun. */
  readonly startedAt: Date;
}

export interface Charge extends ChargeReference {
  readonly method: PaymentMethod;
  /** Save the method for off-session charges: a subscription's first payment. Implied by an amount of 0. */
  readonly savesMethod: boolean;
  /** The buyer is not present to answer their bank: a renewal. */
  readonly isOffSession: boolean;
  /** Require 3D Secure even if the bank would not: the store's card testing protection is active. */
  readonly mustAuthenticate?: boolean;
  readonly buyerEmail: string | null;
  /** The product's name. */
  readonly description: string;
  /** The checkout or portal page to which the bank returns the buyer. */
  readonly returnUrl: string;
  readonly references: References;
}

/** Our ids, for users of the provider's dashboard; by the store, its webhooks are read where the store's rows lie. */
export type References = Readonly<Record<string, string>> & { readonly storeId: string };

export type ChargeOutcome =
  | {
      readonly status: 'succeeded';
      /** Null: paid with credit alone, without a provider. */
      readonly providerPaymentId: string | null;
      readonly method?: MethodSummary;
      /** Present if the method was to be saved. */
      readonly saved?: SavedMethod;
    }
  /** The buyer's bank asks the buyer for confirmation (3D Secure) at `actionUrl`, in any browser. */
  | { readonly status: 'requires_action'; readonly providerPaymentId: string; readonly actionUrl: string }
  /** Accepted; the outcome is known later (a bank debit, a slow bank). */
  | { readonly status: 'processing'; readonly providerPaymentId: string }
  | {
      readonly status: 'failed';
      readonly providerPaymentId: string | null;
      readonly code: DeclineCode;
      /** For the merchant: our sentence, or the provider's message. */
      readonly reason: string;
    };

/** The outcome of a charge of zero that the subscription's credit covers. No provider is asked. */
export const paidWithCredit = { status: 'succeeded', providerPaymentId: null } as const satisfies ChargeOutcome;

/** Facts about a method that are known before charging it. */
export interface CardFacts {
  /** The same for the same card on each use; null if it is not a card or unknown. */
  readonly cardId: string | null;
  /** Whether 3D Secure can be required. */
  readonly canAuthenticate: boolean;
}

export interface Refund {
  /** Idempotency key: our refund's id. */
  readonly key: string;
  readonly providerPaymentId: string;
  /** The provider's own id, once known. Then the refund is only queried, not created. */
  readonly providerRefundId?: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  /** Our ids, as for a charge. */
  readonly references: References;
}

export type RefundOutcome =
  | { readonly status: 'succeeded' | 'pending'; readonly providerRefundId: string }
  | { readonly status: 'failed'; readonly providerRefundId: string | null; readonly reason: string };

/** A refund that the provider has made, requested by anyone. */
export interface ProviderRefund {
  readonly providerRefundId: string;
  /** The key of our request; null if it was made in the provider's own dashboard. */
  readonly key: string | null;
  /** In minor units; null if it is not a whole number of them. */
  readonly amountMinor: number | null;
  readonly currency: string;
  /** Whether the refund failed. */
  readonly isFailed: boolean;
}

/**
 * Payment providers. Every method may throw or never answer; then the outcome is unknown, and `check` or `settle` finds
 * it later. None is ever called inside one of our transactions.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /**
   * The storable facts of a card typed into our page; undefined if this provider does not accept such cards. Makes no
   * call.
   */
  summarize(card: Card): MethodSummary | undefined;
  /** Reads a method without charging it. Never throws: without an answer the card is unknown. */
  readCard(method: PaymentMethod): Promise<CardFacts>;
  /** Charges, or with an amount of 0 saves the method. A repeated key gets the first answer. */
  charge(charge: Charge, now: Date): Promise<ChargeOutcome>;
  /**
   * The current state of a charge, without changing it. A charge that never arrived is `failed` with `not_attempted`.
   */
  check(charge: ChargeReference, now: Date): Promise<ChargeOutcome>;
  /**
   * Like `check`, for a charge that no one will finish: one that never arrived or still waits for the buyer is closed,
   * so that it cannot succeed later. May still return `processing`.
   */
  settle(charge: ChargeReference, now: Date): Promise<ChargeOutcome>;
  /** Refunds a payment. A repeated key refunds once and returns the current state. */
  refund(refund: Refund, now: Date): Promise<RefundOutcome>;
  /** All refunds of a payment known to the provider. */
  listRefunds(providerPaymentId: string): Promise<readonly ProviderRefund[]>;
}
