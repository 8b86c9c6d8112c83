/** Checks which payment methods a provider accepts from our pages. */
import type { Say } from '#server/i18n/say.ts';
import type { MethodSummary, PaymentMethod, PaymentProvider } from '#server/providers/payments/provider.ts';
import { fieldError } from './pay-form.ts';

/**
 * The displayable part of a method; null if only the provider knows it. Throws 400 at the card number for a card that the
 * provider does not accept from our form.
 */
export function summarizePaymentMethod(
  provider: PaymentProvider,
  method: PaymentMethod,
  say: Say,
): MethodSummary | null {
  // Other providers have their own form. The sandbox uses ours, so it never receives a token.
  if (method.kind === 'token' && provider.name !== 'sandbox') return null;
  const summary = method.kind === 'card' ? provider.summarize(method.card) : undefined;
  if (summary) return summary;
  const isSandbox = provider.name === 'sandbox';
  throw fieldError('cardNumber', say(isSandbox ? 'problems.testCardsOnly' : 'declines.payment_failed'));
}
