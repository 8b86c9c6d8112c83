/**
 * Where the rows of each table lie on several PostgreSQL servers. A table that is not listed is distributed by
 * `merchant_id`: docs/architecture/data.md.
 */

interface Placement {
  /**
   * `everywhere`: a copy on every node, so a write needs all nodes. `coordinator`: on the server of `DATABASE_URL`; every node
   * passes statements on to it.
   */
  readonly on: 'everywhere' | 'coordinator';
  readonly why: string;
}

export const placements: Readonly<Record<string, Placement>> = {
  merchants: { on: 'everywhere', why: 'Found by a globally unique email; stores refer to it.' },
  store_directory: {
    on: 'everywhere',
    why: 'Finds a merchant by the slug or ID of a store. Written by new stores only.',
  },
  store_members: {
    on: 'everywhere',
    why: 'Joins accounts with stores of other merchants: `merchant_id` is the member.',
  },
  operators: { on: 'everywhere', why: 'Accounts that review every merchant’s stores.' },
  webhook_keys: { on: 'everywhere', why: 'The service’s own keys; they sign every merchant’s events.' },
  dashboard_sessions: { on: 'coordinator', why: 'Found by its token before the account is known.' },
  credentials: { on: 'coordinator', why: 'Read and written together with the account.' },
  two_factors: { on: 'coordinator', why: 'Read and written together with the account.' },
  passkeys: { on: 'coordinator', why: 'Found by a globally unique id from the device.' },
  verifications: { on: 'coordinator', why: 'Found before the account is known.' },
  sign_in_attempts: { on: 'coordinator', why: 'Counts addresses, not accounts.' },
  sandbox_charges: { on: 'coordinator', why: 'Simulates an outside provider, which knows no merchants.' },
  sandbox_methods: { on: 'coordinator', why: 'Simulates an outside provider, which knows no merchants.' },
  sandbox_refunds: { on: 'coordinator', why: 'Simulates an outside provider, which knows no merchants.' },
  rate_limits: { on: 'coordinator', why: 'A call is counted before its merchant is known, if it has one.' },
  daily_limits: { on: 'coordinator', why: 'Counts what calls of several merchants do, in their transactions.' },
};

export type Place = Placement['on'] | 'by merchant';

export const placeOf = (table: string): Place => placements[table]?.on ?? 'by merchant';
