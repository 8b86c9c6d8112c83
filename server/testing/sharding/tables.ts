/** The tables that a distributed PostgreSQL would not distribute by `merchant_id`: docs/architecture/data.md. */

/** A copy on every node, one table on one node, or distribution by another column. */
interface Placement {
  readonly distribution: 'on every node' | 'on one node' | { readonly by: string };
  readonly why: string;
}

export const notByMerchant: Readonly<Record<string, Placement>> = {
  merchants: { distribution: 'on every node', why: 'Found by a globally unique email; every node refers to it.' },
  dashboard_sessions: { distribution: 'on every node', why: 'Found by its token before the account is known.' },
  credentials: { distribution: 'on every node', why: 'Read and written together with the account.' },
  two_factors: { distribution: 'on every node', why: 'Read and written together with the account.' },
  passkeys: { distribution: 'on every node', why: 'Found by a globally unique id from the device.' },
  verifications: { distribution: 'on every node', why: 'Found before the account is known.' },
  sign_in_attempts: { distribution: 'on one node', why: 'Counts addresses, not accounts.' },
  operators: { distribution: 'on every node', why: 'Accounts that review every merchant’s stores.' },
  stores: { distribution: 'on every node', why: 'Found by a globally unique slug or by id; read by every call.' },
  store_members: {
    distribution: 'on every node',
    why: 'Joins accounts with stores of other merchants: `merchant_id` is the member.',
  },
  sandbox_charges: { distribution: 'on one node', why: 'Simulates an outside provider, which knows no merchants.' },
  sandbox_methods: { distribution: 'on one node', why: 'Simulates an outside provider, which knows no merchants.' },
  sandbox_refunds: { distribution: 'on one node', why: 'Simulates an outside provider, which knows no merchants.' },
  rate_limits: { distribution: { by: 'key' }, why: 'A call is counted before its merchant is known, if it has one.' },
  webhook_keys: {
    distribution: 'on every node',
    why: 'The service’s own keys; they sign every merchant’s events.',
  },
};
