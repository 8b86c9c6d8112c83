import { describe, expect, test } from 'vitest';
import { declineCodes, declineSentences, isHardDecline, shownCode } from '#server/domain/declines.ts';
import { en } from '#server/i18n/messages/en.ts';
import { formatCardNumber, isCvcOf, sandboxCard, sandboxCards, sandboxOutcome } from './sandbox-cards.ts';

const cards = Object.entries(sandboxCards);

/** The check digit that every card number ends in. */
function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

test.each(cards)('%s has a valid check digit and is found in any spelling', (digits, card) => {
  expect(digits).toMatch(/^\d{14,16}$/);
  expect(isLuhnValid(digits)).toBe(true);
  expect(sandboxCard(digits)).toBe(card);
  expect(sandboxCard(formatCardNumber(digits))).toBe(card);
  expect(sandboxCard(formatCardNumber(digits).replaceAll(' ', '-'))).toBe(card);
});

test('finds no card for any other number', () => {
  for (const number of [
    '4111111111111111',
    '4242424242424243',
    '',
    'constructor',
    '__proto__',
    '4242 4242 4242 4242 4',
  ]) {
    expect(sandboxCard(number)).toBeUndefined();
  }
});

test('are formatted in the groups of their brand', () => {
  expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242');
  expect(formatCardNumber('378282246310005')).toBe('3782 822463 10005');
  expect(formatCardNumber('30569309025904')).toBe('3056 930902 5904');
});

test('American Express has a security code of four digits, every other brand one of three', () => {
  expect([isCvcOf('amex', '1234'), isCvcOf('amex', '123'), isCvcOf('visa', '123'), isCvcOf('visa', '1234')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('the checkout page has a description for every card', () => {
  const messages: Readonly<Record<string, string>> = en;
  for (const [, { name, effect }] of cards) expect(messages[`testCards.effect.${name}`]).toBe(effect);
});

test('every decline of a card payment has a card, and every code a sentence', () => {
  const outcomes = new Set(
    cards.flatMap(([, { outcome, later }]) =>
      [outcome, later].map((one) =>
        one && 'code' in one ? one.code : one && 'endsAs' in one ? one.endsAs : undefined,
      ),
    ),
  );
  const otherCodes = ['not_attempted', 'authentication_abandoned', 'authentication_required', 'came_too_late'];
  for (const code of declineCodes) {
    expect([code, outcomes.has(code) || otherCodes.includes(code)]).toEqual([code, true]);
    expect(declineSentences[code].length).toBeGreaterThan(20);
  }
});

describe('off session', () => {
  const away = (number: string) => {
    const card = sandboxCard(number);
    return card && sandboxOutcome(card, { isSaved: true, isOffSession: true });
  };

  test('a bank that would ask declines with authentication required', () => {
    expect(away('4000002760003184')).toEqual({ kind: 'decline', code: 'authentication_required' });
    expect(away('4000002500003155')).toEqual({ kind: 'decline', code: 'authentication_required' });
  });

  test('some cards are declined only then, others work as before', () => {
    expect(away('4000000000000341')).toEqual({ kind: 'decline', code: 'card_declined' });
    expect(away('4000009900006001')).toEqual({ kind: 'decline', code: 'insufficient_funds', isOnce: true });
    expect(away('4242424242424242')).toEqual({ kind: 'succeed' });
    expect(away('4000000000009995')).toEqual({ kind: 'decline', code: 'insufficient_funds' });
  });
});

test('a saved card charged on session: the bank asks, and a card that declines later is declined', () => {
  const outcomeOf = (number: string) => {
    const card = sandboxCard(number);
    return card && sandboxOutcome(card, { isSaved: true, isOffSession: false });
  };
  expect(outcomeOf('4000002760003184')).toMatchObject({ kind: 'challenge' });
  expect(outcomeOf('4000002500003155')).toMatchObject({ kind: 'challenge', endsAs: null });
  expect(outcomeOf('4000000000000341')).toEqual({ kind: 'decline', code: 'card_declined' });
  expect(outcomeOf('4242424242424242')).toEqual({ kind: 'succeed' });
});

describe('declines', () => {
  test('hide lost, stolen and fraudulent from buyers', () => {
    for (const code of ['lost_card', 'stolen_card', 'fraudulent', 'made_up', null]) {
      expect(shownCode(code)).toBe('card_declined');
    }
    expect(shownCode('insufficient_funds')).toBe('insufficient_funds');
  });

  test('are marked final if a retry with the same card is useless', () => {
    expect(isHardDecline('stolen_card')).toBe(true);
    expect(isHardDecline('insufficient_funds')).toBe(false);
    expect(isHardDecline(null)).toBe(false);
  });
});
