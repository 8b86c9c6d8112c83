import { expect, test } from 'vitest';
import { doLimitsHold } from '#server/cli/commands/attack-cards.ts';
import { isConclusiveDecline, looksLikeTesting, mailboxOf, mustWait, networkKeyOf } from './card-testing.ts';

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
])('maps %s to network %s', (address, network) => expect(networkKeyOf(address)).toBe(network));

test.each([
  ['Ana@Example.COM', 'ana@example.com'],
  [' ana+shop@example.com ', 'ana@example.com'],
  ['+ana@example.com', '+ana@example.com'],
  ['ａna@example.com', 'ana@example.com'],
])('maps %s to mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));

test.each([
  ['as many declines as allowed', { attempts: 20, unproven: 20 }, false],
  ['one decline more', { attempts: 21, unproven: 21 }, true],
  ['a usual share of many attempts', { attempts: 100, unproven: 30 }, false],
  ['a larger share', { attempts: 100, unproven: 31 }, true],
])('with %s, the brake is %j', (_, counts, isOn) => expect(looksLikeTesting(counts, 20)).toBe(isOn));

test('makes buyers wait once more than 50 attempts are open or declined', () => {
  expect([50, 51].map((unproven) => mustWait({ attempts: 60, unproven }, 20))).toEqual([false, true]);
});

test.each([
  ['every card was tried', { cardsTried: 600, cardsAtProvider: 99, buyersPaid: 95 }, true],
  ['a card was not tried', { cardsTried: 599, cardsAtProvider: 99, buyersPaid: 95 }, false],
  ['too many cards reached the provider', { cardsTried: 600, cardsAtProvider: 100, buyersPaid: 95 }, false],
  ['too few buyers paid', { cardsTried: 600, cardsAtProvider: 99, buyersPaid: 94 }, false],
])('with an attack in which %s, doLimitsHold returns %j %j', (_, result, isHeld) =>
  expect(doLimitsHold(result, { cards: 600, buyers: 100 })).toBe(isHeld),
);

test('counts only declines that are conclusive about the card', () => {
  const codes = ['card_declined', 'incorrect_cvc', 'insufficient_funds', 'processing_error', 'payment_failed', null];
  expect(codes.map(isConclusiveDecline)).toEqual([true, true, true, false, false, false]);
});
