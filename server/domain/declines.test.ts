import { expect, test } from 'vitest';
import { describeEvent } from '#server/events/rules/event-words.ts';
import { declineCodes, declineSentences, merchantReason } from './declines.ts';

test.each(declineCodes)('words %s for the merchant, not for the buyer', (code) => {
  const reason = declineSentences[code];
  expect(merchantReason(reason, code)).not.toMatch(/\byou\b|\byour\b|try again|another card/i);
  expect(merchantReason(reason)).not.toMatch(/\byou\b|\byour\b/i);
});

test('tells reasons with the same sentence apart by code', () => {
  const reason = declineSentences.stolen_card;
  expect(merchantReason(reason, 'stolen_card')).toBe('Card declined: reported stolen.');
  expect(merchantReason(reason)).toBe('Card declined.');
});

test('keeps the service’s own reasons', () => {
  const reason = 'Meanwhile, another order took its place.';
  expect(merchantReason(reason, 'payment_failed')).toBe(reason);
});

test('words events of failed payments and methods alike', () => {
  const data = { failureCode: 'insufficient_funds', failureReason: declineSentences.insufficient_funds };
  expect(describeEvent('payment.failed', { data, amount: '$5.00' })).toBe(
    'Payment of $5.00 failed: Insufficient funds',
  );
  expect(describeEvent('payment_method.change_failed', { data, amount: undefined })).toBe(
    'New payment method declined: Insufficient funds',
  );
});
