import { expect, test } from 'vitest';
import { describeEvent } from '#server/events/rules/event-words.ts';
import { declineCodes, declineSentences, merchantReason } from './declines.ts';

test.each(declineCodes)('%s is worded for the merchant, not for the buyer', (code) => {
  const reason = declineSentences[code];
  expect(merchantReason(reason, code)).not.toMatch(/\byou\b|\byour\b|try again|another card/i);
  expect(merchantReason(reason)).not.toMatch(/\byou\b|\byour\b/i);
});

test('reasons that share a sentence are told apart by their code', () => {
  const reason = declineSentences.stolen_card;
  expect(merchantReason(reason, 'stolen_card')).toBe('Card declined: reported stolen.');
  expect(merchantReason(reason)).toBe('Card declined.');
});

test('a reason of the service itself stays as it is', () => {
  const reason = 'Its trial began in another order meanwhile.';
  expect(merchantReason(reason, 'payment_failed')).toBe(reason);
});

test('events of failed payments and methods read the same', () => {
  const data = { failureCode: 'insufficient_funds', failureReason: declineSentences.insufficient_funds };
  expect(describeEvent('payment.failed', { data, amount: '$5.00' })).toBe(
    'Payment of $5.00 failed: Insufficient funds',
  );
  expect(describeEvent('payment_method.change_failed', { data, amount: undefined })).toBe(
    'New payment method declined: Insufficient funds',
  );
});
