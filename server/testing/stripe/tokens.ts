/** The cards of the Stripe double: their previews and their declines. */
import { missing } from './refusal.ts';

/** Returns a token's card before it is charged. `ctoken_<behavior>~<card>.<anything>` is always the same card. */
export function previewOf(token: string) {
  const [, behavior = '', card = ''] = /^ctoken_([\w-]+)~([^.]*)/.exec(token) ?? [];
  if (!behavior) throw missing('confirmationtoken', token);
  if (behavior === 'processing' || behavior === 'ideal') return { id: token, payment_method_preview: {} };
  const wallet = behavior === 'wallet' ? { type: 'apple_pay' } : null;
  return { id: token, payment_method_preview: { type: 'card', card: { fingerprint: card, wallet } } };
}

/** The error of a 402 answer, which the intent repeats later. */
export function decline(code: string) {
  const isOwnCode = ['expired_card', 'incorrect_cvc', 'processing_error', 'authentication_required'].includes(code);
  const message = isOwnCode ? `Your card was refused: ${code}.` : 'Your card was declined.';
  return { type: 'card_error', code: isOwnCode ? code : 'card_declined', decline_code: code, message };
}
