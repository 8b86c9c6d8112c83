import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxAmountMinor } from '#server/domain/money.ts';
import { type LedgerAccount, type LedgerKind, ledgerEntriesOf, ledgerKinds, requireBalanced } from './ledger.ts';

const movement = fc
  .record({
    amountMinor: fc.integer({ min: 0, max: maxAmountMinor }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ amountMinor, share }) => ({ amountMinor, taxMinor: Math.floor(amountMinor * share) }));
const kind = fc.constantFrom(...ledgerKinds);

const balancesOf = (...kinds: readonly [LedgerKind, { amountMinor: number; taxMinor: number }][]) => {
  const balances: Partial<Record<LedgerAccount, number>> = {};
  for (const { account, amountMinor } of kinds.flatMap(([booked, given]) => ledgerEntriesOf(booked, given))) {
    balances[account] = (balances[account] ?? 0) + amountMinor;
  }
  return Object.fromEntries(Object.entries(balances).filter(([, amountMinor]) => amountMinor !== 0));
};

test('books integers that sum to zero, each account once, and nothing for an amount of zero', () => {
  fc.assert(
    fc.property(kind, movement, (booked, given) => {
      const entries = ledgerEntriesOf(booked, given);
      expect(entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0);
      expect(entries.every(({ amountMinor }) => Number.isSafeInteger(amountMinor) && amountMinor !== 0)).toBe(true);
      expect(new Set(entries.map(({ account }) => account)).size).toBe(entries.length);
      expect(entries.length === 0).toBe(given.amountMinor === 0);
    }),
  );
});

test('adds incoming money to the provider balance and subtracts outgoing money', () => {
  fc.assert(
    fc.property(kind, movement, (booked, given) => {
      const isIn = booked === 'charge' || booked === 'refund_reversed' || booked === 'unusable_charge';
      const isOut = booked === 'refund' || booked === 'give_back';
      const moved = isIn ? given.amountMinor : isOut ? 0 - given.amountMinor : 0;
      expect(balancesOf([booked, given]).provider_balance ?? 0).toBe(moved);
    }),
  );
});

test('leaves no balance after a full refund, a bounced refund, or a give-back', () => {
  fc.assert(
    fc.property(movement, (given) => {
      const net = given.amountMinor - given.taxMinor;
      const refunded = { ...(net !== 0 && { sales: -net, refunds: net }) };
      expect(balancesOf(['charge', given], ['refund', given])).toEqual(refunded);
      expect(balancesOf(['refund', given], ['refund_reversed', given])).toEqual({});
      expect(balancesOf(['unusable_charge', given], ['give_back', given])).toEqual({});
    }),
  );
});

test('a credit that was granted and used leaves no balance, and is owed in between', () => {
  fc.assert(
    fc.property(movement, (given) => {
      expect(balancesOf(['credit_granted', given]).buyer_credits ?? 0).toBe(0 - given.amountMinor);
      expect(balancesOf(['credit_granted', given], ['credit_used', given])).toEqual({});
    }),
  );
});

test('books 29.00 with 4.63 tax and a refund of 10.00 with 1.60 tax', () => {
  expect(ledgerEntriesOf('charge', { amountMinor: 2900, taxMinor: 463 })).toEqual([
    { account: 'provider_balance', amountMinor: 2900 },
    { account: 'sales', amountMinor: -2437 },
    { account: 'tax_payable', amountMinor: -463 },
  ]);
  expect(ledgerEntriesOf('refund', { amountMinor: 1000, taxMinor: 160 })).toEqual([
    { account: 'refunds', amountMinor: 840 },
    { account: 'tax_payable', amountMinor: 160 },
    { account: 'provider_balance', amountMinor: -1000 },
  ]);
});

test('refuses entries that do not sum to zero', () => {
  const entries = (...amounts: readonly number[]) =>
    amounts.map((amountMinor) => ({ account: 'sales' as const, amountMinor }));
  expect(requireBalanced(entries(100, -60, -40))).toHaveLength(3);
  expect(() => requireBalanced(entries(100, -99))).toThrow('sum to 1');
});
