/** Which ways to pay a provider takes from our pages. */
import type { Say } from '#server/i18n/say.ts';
import type { MethodSummary, PaymentMethod, PaymentProvider } from '#server/providers/payments/provider.ts';
import { fieldError } from './pay-form.ts';

/**
 * What may be kept of a method before its provider has seen it; null: only the provider knows. Refuses one that the
 * provider does not take from us: 400 at the card's number.
 */
export function summarizePaymentMethod(
  provider: PaymentProvider,
  method: PaymentMethod,
  say: Say,
): MethodSummary | null {
  // The sandbox has no form of its own, and everybody else's cards are typed into theirs.
  if (method.kind === 'token' && provider.name !== 'sandbox') return null;
  const summary = method.kind === 'card' ? provider.summarise(method.card) : undefined;
  if (summary) return summary;
  const isSandbox = provider.name === 'sandbox';
  throw fieldError('cardNumber', say(isSandbox ? 'problems.testCardsOnly' : 'declines.payment_failed'));
}
