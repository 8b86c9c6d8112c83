/** Shared parts of the test clock commands: finding the store and printing its clock. */
import type { Database, Tx } from '#db/client.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { readTypedMoment } from '#server/stores/rules/test-clock.ts';
import { findStore, findStoreBySlug, lockStore, type Store } from '#server/stores/stores.ts';
import { findOpenAdvance } from '#server/test-clock/data/test-clocks.ts';
import { readNextDue } from '#server/test-clock/work.ts';
import { UsageError } from './usage-error.ts';

/** The actor in events. */
export const clockActor = { kind: 'operator', by: 'counterfoil test-clock' } as const;

/** The commands' shared options. */
export const clockOptions = {
  store: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Requires `--store`. */
export function requireStoreName(input: string | undefined): string {
  if (input === undefined) throw new UsageError('Missing option --store');
  return input;
}

/** Parses a typed moment. Throws a {@link UsageError} that names the option. */
export function requireMoment(option: string, typed: string, at: Date): Date {
  const moment = readTypedMoment(typed, at);
  if (moment) return moment;
  throw new UsageError(`${option}: must be a time such as 2027-03-01T09:00:00Z or "+30 days"`);
}

/** Finds a store by slug or id. Throws for an unknown or deleted store. */
export async function findNamedStore(tx: Tx, name: string): Promise<Store> {
  const id = fromShortId('STO', name);
  const store = (id && (await findStore(tx, id))) || (await findStoreBySlug(tx, name));
  if (!store || store.deletedAt) throw new Error(`Store not found: '${name}'`);
  return store;
}

/** Like {@link findNamedStore}, and locks the row until the transaction ends. */
export async function lockNamedStore(tx: Tx, name: string): Promise<Store> {
  const locked = await lockStore(tx, scopeOfStore(await findNamedStore(tx, name)));
  if (!locked || locked.deletedAt) throw new Error(`Store not found: '${name}'`);
  return locked;
}

/** The state of a store's clock. */
export interface ClockStanding {
  readonly storeId: string;
  readonly store: string;
  /** ISO 8601; null: the store uses real time. */
  readonly at: string | null;
  readonly nextDueAt: string | null;
  /** The target of an unfinished advance. */
  readonly advancingTo: string | null;
}

/** Reads the clock's state. */
export async function readClockStanding(db: Database, name: string): Promise<ClockStanding> {
  const store = await findNamedStore(db, name);
  const { id, slug, testClockAt: at } = store;
  const open = await findOpenAdvance(db, scopeOfStore(store));
  return {
    storeId: toShortId('STO', id),
    store: slug,
    at: at?.toISOString() ?? null,
    nextDueAt: at ? ((await readNextDue(db, scopeOfStore(store), at))?.toISOString() ?? null) : null,
    advancingTo: open?.endsAt.toISOString() ?? null,
  };
}

/** The clock's state in one to three lines. */
export function describeStanding({ store, at, nextDueAt, advancingTo }: ClockStanding): string {
  if (at === null) return `${store} has no test clock: its test mode uses real time.\n`;
  const lines = [
    `Test clock of ${store}: ${at}.`,
    ...(advancingTo === null ? [] : [`Advancing to ${advancingTo}.`]),
    nextDueAt === null ? 'No scheduled event.' : `Next scheduled event: ${nextDueAt}.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Prints the clock's state as text or JSON. */
export function printStanding(standing: ClockStanding, asJson: boolean): void {
  process.stdout.write(asJson ? `${JSON.stringify(standing)}\n` : describeStanding(standing));
}
