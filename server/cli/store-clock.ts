/** What the commands about test clocks have in common: which store, and how its clock is told of. */
import type { Database, Tx } from '#db/client.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { readTypedMoment } from '#server/stores/rules/test-clock.ts';
import { findStore, findStoreBySlug, lockStore, type Store } from '#server/stores/stores.ts';
import { findOpenAdvance } from '#server/test-clock/data/test-clocks.ts';
import { readNextDue } from '#server/test-clock/work.ts';
import { UsageError } from './usage-error.ts';

/** Who did it, by the events. */
export const clockActor = { kind: 'operator', by: 'counterfoil test-clock' } as const;

/** The options that all of them take. */
export const clockOptions = {
  store: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** `--store`, which has to be there. */
export function requireStoreName(given: string | undefined): string {
  if (given === undefined) throw new UsageError('Missing option --store');
  return given;
}

/** A moment that was typed; a {@link UsageError} that names the option where it is none. */
export function requireMoment(option: string, typed: string, at: Date): Date {
  const moment = readTypedMoment(typed, at);
  if (moment) return moment;
  throw new UsageError(`${option}: must be a moment such as 2027-03-01T09:00:00Z or "+30 days"`);
}

/** The store of that slug or id. Deleted ones are none. */
export async function findNamedStore(tx: Tx, name: string): Promise<Store> {
  const id = fromShortId('STO', name);
  const store = (id && (await findStore(tx, id))) || (await findStoreBySlug(tx, name));
  if (!store || store.deletedAt) throw new Error(`There is no store '${name}'`);
  return store;
}

/** The same, locked until the transaction ends. */
export async function lockNamedStore(tx: Tx, name: string): Promise<Store> {
  const locked = await lockStore(tx, (await findNamedStore(tx, name)).id);
  if (!locked || locked.deletedAt) throw new Error(`There is no store '${name}'`);
  return locked;
}

/** How a store's clock stands. */
export interface ClockStanding {
  readonly storeId: string;
  readonly store: string;
  /** ISO 8601; null: time is as everywhere. */
  readonly at: string | null;
  readonly nextDueAt: string | null;
  /** Where an advance that has not arrived is to end. */
  readonly advancingTo: string | null;
}

/** Reads how the clock of that store stands. */
export async function readClockStanding(db: Database, name: string): Promise<ClockStanding> {
  const { id, slug, testClockAt: at } = await findNamedStore(db, name);
  const open = await findOpenAdvance(db, id);
  return {
    storeId: toShortId('STO', id),
    store: slug,
    at: at?.toISOString() ?? null,
    nextDueAt: at ? ((await readNextDue(db, id, at))?.toISOString() ?? null) : null,
    advancingTo: open?.endsAt.toISOString() ?? null,
  };
}

/** The same in a line or three. */
export function describeStanding({ store, at, nextDueAt, advancingTo }: ClockStanding): string {
  if (at === null) return `${store} has no test clock: in its test environment it is as late as everywhere.\n`;
  const lines = [
    `In the test environment of ${store} it is ${at}.`,
    ...(advancingTo === null ? [] : [`It is being advanced to ${advancingTo}.`]),
    nextDueAt === null ? 'Nothing is due after that.' : `The next thing is due at ${nextDueAt}.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Prints a standing as a person or a program reads it. */
export function printStanding(standing: ClockStanding, asJson: boolean): void {
  process.stdout.write(asJson ? `${JSON.stringify(standing)}\n` : describeStanding(standing));
}
