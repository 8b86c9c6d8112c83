/** Exports of the audit log. Each line can be checked against its hash (see `audit-chain.ts`) and the previous line. */

import type { Cell, CsvColumn } from '#server/domain/csv.ts';
import type { ChainedEvent } from './audit-chain.ts';
import { chainedFormOf } from './audit-chain.ts';
import { objectIdOf } from './audit-words.ts';
import type { Actor } from './event.ts';
import { describeEvent } from './event-words.ts';

export interface ExportedEntry {
  readonly event: ChainedEvent;
  /** Null: not chained yet. */
  readonly link: { readonly position: number; readonly hash: string; readonly previousHash: string } | null;
  /** The amount of the event's payment, if any. */
  readonly provider?: string | null;
}

/** Operators stay anonymous: merchants see at most the command, not the person or the origin. */
export const actorFor = (actor: Actor): Actor =>
  actor.kind !== 'operator'
    ? actor
    : { kind: 'operator', by: actor.by.startsWith('counterfoil ') ? actor.by : 'operator' };

/**
 * An entry as a line of JSON: the link and the hashed event. An operator's actor is masked, and `masked` says so: only
 * `audit verify` can check the hash of such a line.
 */
export function jsonLine({ event, link, provider }: ExportedEntry): string {
  const actor = actorFor(event.actor);
  const { position = null, hash = null, previousHash = null } = link ?? {};
  const form = { ...chainedFormOf(event), actor };
  const line = {
    position,
    previousHash,
    hash,
    ...(actor !== event.actor && { masked: true }),
    ...(provider && { provider }),
    event: form,
  };
  return `${JSON.stringify(line)}\n`;
}

const of =
  (cell: (event: ChainedEvent) => Cell) =>
  ({ event }: ExportedEntry): Cell =>
    cell(event);
const by =
  (cell: (actor: Actor) => Cell) =>
  ({ event }: ExportedEntry): Cell =>
    cell(actorFor(event.actor));

/** An entry as a line of CSV. */
export const auditColumns: readonly CsvColumn<ExportedEntry>[] = [
  ['position', ({ link }) => link?.position],
  ['recordedAt', of(({ recordedAt }) => recordedAt)],
  ['storeTime', of(({ createdAt }) => createdAt)],
  ['what', of(({ type, data }) => describeEvent(type, { data, amount: undefined }))],
  ['type', of(({ type }) => type)],
  ['objectType', of(({ objectType }) => objectType)],
  ['objectId', of(objectIdOf)],
  ['actor', by(({ kind }) => kind)],
  ['by', by((actor) => actor.by)],
  ['address', by(({ from }) => from?.address)],
  ['userAgent', by(({ from }) => from?.userAgent)],
  ['requestId', by(({ from }) => from?.requestId)],
  ['user', by(({ from }) => from?.user)],
  ['environment', of(({ environment }) => environment)],
  ['before', of(({ changes }) => changes?.before && JSON.stringify(changes.before))],
  ['after', of(({ changes }) => changes?.after && JSON.stringify(changes.after))],
  ['data', of(({ data }) => JSON.stringify(data))],
  ['eventId', of(({ id }) => id)],
  ['previousHash', ({ link }) => link?.previousHash],
  ['hash', ({ link }) => link?.hash],
  ['provider', ({ provider }) => provider],
];
