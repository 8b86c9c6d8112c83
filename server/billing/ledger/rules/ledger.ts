/**
 * The booking rules of the ledger. A transaction is a list of entries that sums to zero; debits are positive, credits
 * negative, in minor units of the payment's currency.
 */

/**
 * - `provider_balance` (asset): what the payment provider holds for the store. - `sales` (income): net of tax.
 * - `tax_payable` (liability): owed to the tax office. - `refunds` (reduces income): net of tax.
 * - `owed_to_buyers` (liability): money from unusable payments, until it is given back. - `buyer_credits` (liability): credit
 * from plan changes, until it pays a charge.
 */
export const ledgerAccounts = [
  'provider_balance',
  'sales',
  'tax_payable',
  'refunds',
  'owed_to_buyers',
  'buyer_credits',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

/**
 * - `charge`: a payment succeeded. - `refund`: a refund of it succeeded. - `refund_reversed`: that refund bounced.
 * - `credit_granted`: a plan change credited a sale. - `credit_used`: a payment used credit beside its amount.
 * - `unusable_charge`: a charge succeeded for an order that could no longer be paid. - `give_back`: it was returned.
 */
export const ledgerKinds = [
  'charge',
  'refund',
  'refund_reversed',
  'unusable_charge',
  'give_back',
  'credit_granted',
  'credit_used',
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export interface LedgerEntry {
  readonly account: LedgerAccount;
  readonly amountMinor: number;
}

/** The entries of a movement of `amountMinor`, of which `taxMinor` is tax; without entries of zero. */
export function ledgerEntriesOf(
  kind: LedgerKind,
  { amountMinor, taxMinor }: { amountMinor: number; taxMinor: number },
): LedgerEntry[] {
  const netMinor = amountMinor - taxMinor;
  const entries: Record<LedgerKind, LedgerEntry[]> = {
    charge: [
      { account: 'provider_balance', amountMinor },
      { account: 'sales', amountMinor: -netMinor },
      { account: 'tax_payable', amountMinor: -taxMinor },
    ],
    refund: [
      { account: 'refunds', amountMinor: netMinor },
      { account: 'tax_payable', amountMinor: taxMinor },
      { account: 'provider_balance', amountMinor: -amountMinor },
    ],
    refund_reversed: [
      { account: 'provider_balance', amountMinor },
      { account: 'refunds', amountMinor: -netMinor },
      { account: 'tax_payable', amountMinor: -taxMinor },
    ],
    credit_granted: [
      { account: 'sales', amountMinor: netMinor },
      { account: 'tax_payable', amountMinor: taxMinor },
      { account: 'buyer_credits', amountMinor: -amountMinor },
    ],
    credit_used: [
      { account: 'buyer_credits', amountMinor },
      { account: 'sales', amountMinor: -netMinor },
      { account: 'tax_payable', amountMinor: -taxMinor },
    ],
    unusable_charge: [
      { account: 'provider_balance', amountMinor },
      { account: 'owed_to_buyers', amountMinor: -amountMinor },
    ],
    give_back: [
      { account: 'owed_to_buyers', amountMinor },
      { account: 'provider_balance', amountMinor: -amountMinor },
    ],
  };
  return entries[kind].filter((entry) => entry.amountMinor !== 0);
}

/** Throws unless the entries sum to zero. */
export function requireBalanced(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const sum = entries.reduce((total, { amountMinor }) => total + amountMinor, 0);
  if (sum !== 0) throw new Error(`The entries of a ledger transaction sum to ${sum}, not to zero`);
  return entries;
}
