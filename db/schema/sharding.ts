/**
 * Where the tables of a database of several nodes are (README, "On several machines"). A merchant's rows are kept on one
 * node, and every key of their tables says whose they are; here are the tables of which that is not so, and why.
 * `server/platform/data/sharding.test.ts` holds every table to it.
 */

/** A copy on every node, one table on one node, or spread by a column of its own. */
interface Place {
  readonly kept: 'on every node' | 'on one node' | { readonly by: string };
  readonly why: string;
}

/** Tables that are not spread by `merchant_id`, by their names in the database. */
export const notByMerchant: Readonly<Record<string, Place>> = {
  merchants: { kept: 'on every node', why: 'An account is found by its email, one over all; every node refers to it.' },
  dashboard_sessions: { kept: 'on every node', why: 'Found by its token before it is known whose it is.' },
  credentials: { kept: 'on every node', why: 'An account’s, read and written together with it.' },
  two_factors: { kept: 'on every node', why: 'An account’s, read and written together with it.' },
  passkeys: { kept: 'on every node', why: 'Found by the name that the device gives it, one over all.' },
  verifications: { kept: 'on every node', why: 'A proof that an account is asked for before it is known which it is.' },
  sign_in_attempts: { kept: 'on one node', why: 'Counts addresses, not accounts.' },
  operators: { kept: 'on every node', why: 'Accounts that review the stores of all.' },
  stores: { kept: 'on every node', why: 'Found by its slug, one over all, or by its id; read by every call.' },
  store_members: {
    kept: 'on every node',
    why: 'Joins accounts with the stores of others: `merchant_id` is the member.',
  },
  event_outbox: {
    kept: 'on one node',
    why: 'One line of all merchants’ events, short: the worker empties it at once.',
  },
  idempotency_keys: { kept: { by: 'scope' }, why: 'A call’s key is taken before it is known whose store it is about.' },
  sandbox_charges: { kept: 'on one node', why: 'The memory of a machine outside, which knows no merchants.' },
  sandbox_methods: { kept: 'on one node', why: 'The memory of a machine outside, which knows no merchants.' },
  sandbox_refunds: { kept: 'on one node', why: 'The memory of a machine outside, which knows no merchants.' },
  rate_limits: { kept: { by: 'key' }, why: 'A call is counted before it is known whose it is, or is nobody’s.' },
  webhook_keys: {
    kept: 'on every node',
    why: 'The service’s own keys, with which every merchant’s events are signed.',
  },
};
