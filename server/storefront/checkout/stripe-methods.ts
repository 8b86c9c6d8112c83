/** A session's payment methods as options of Stripe's form. */
import { allowsMethod, type MethodChoice } from '#server/billing/orders/rules/session-methods.ts';

export interface StripeMethods {
  /** The only types to offer; null: every type that the account has, but the excluded ones. */
  readonly allowedTypes: readonly string[] | null;
  readonly excludedTypes: readonly string[];
  readonly wallets: Readonly<Record<'applePay' | 'googlePay' | 'link', 'auto' | 'never'>>;
}

/**
 * Stripe shows Apple Pay and Google Pay with the card form only, so a session with one of them also takes cards. Types that
 * the service never takes (`neverTaken`) stay excluded.
 */
export function stripeMethods(choice: MethodChoice | null, neverTaken: readonly string[]): StripeMethods {
  const [card, applePay, googlePay] = (['card', 'applepay', 'googlepay'] as const).map((name) =>
    allowsMethod(choice, name),
  );
  const isIncluded = choice !== null && 'include' in choice;
  const wallet = (isOffered: boolean | undefined) => (isOffered ? 'auto' : 'never');
  return {
    allowedTypes: isIncluded ? ['card'] : null,
    excludedTypes: card || applePay || googlePay ? neverTaken : [...neverTaken, 'card'],
    wallets: { applePay: wallet(applePay), googlePay: wallet(googlePay), link: wallet(!isIncluded) },
  };
}
