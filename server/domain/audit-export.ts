/** The audit trail as files. Each line can be checked against its hash (`audit-chain.ts` says how) and the line before. */

import type { ChainedEvent } from './audit-chain.ts';
import { chainedFormOf } from './audit-chain.ts';
import { objectIdOf } from './audit-words.ts';
import type { Actor } from './event.ts';
import { describeEvent } from './event-words.ts';

export interface ExportedEntry {
  readonly event: ChainedEvent;
  /** Null: not chained yet. */
  readonly link: { readonly position: number; readonly hash: string; readonly previousHash: string } | null;
}

/** Whoever runs the service is known by the command at most: merchants are not told who decided, or from where. */
export const actorFor = (actor: Actor): Actor =>
  actor.kind !== 'operator'
    ? actor
    : { kind: 'operator', by: actor.by.startsWith('counterfoil ') ? actor.by : 'operator' };

/**
 * An entry as a line of JSON: the link, and the event as it was hashed. Of an operator's the actor is left in part, and
 * `masked` says so: such a line fits its neighbours, but only `audit verify` can check its own hash.
 */
export function jsonLine({ event, link }: ExportedEntry): string {
  const actor = actorFor(event.actor);
  const { position = null, hash = null, previousHash = null } = link ?? {};
  const form = { ...chainedFormOf(event), actor };
  const line = { position, previousHash, hash, ...(actor !== event.actor && { masked: true }), event: form };
  return `${JSON.stringify(line)}\n`;
}

/** The first line of the CSV. */
export const csvHead =
  'position,recordedAt,storeTime,what,type,objectType,objectId,actor,by,address,userAgent,requestId,user,environment,' +
  'before,after,data,eventId,previousHash,hash\r\n';

/** An entry as a line of CSV. */
export function csvLine({ event, link }: ExportedEntry): string {
  const { kind, by, from = {} } = actorFor(event.actor);
  const { before, after } = event.changes ?? {};
  const cells = [
    link?.position,
    event.recordedAt?.toISOString(),
    event.createdAt.toISOString(),
    describeEvent(event.type, { data: event.data, amount: undefined }),
    event.type,
    event.objectType,
    objectIdOf(event),
    kind,
    by,
    from.address,
    from.userAgent,
    from.requestId,
    from.user,
    event.environment,
    before && JSON.stringify(before),
    after && JSON.stringify(after),
    JSON.stringify(event.data),
    event.id,
    link?.previousHash,
    link?.hash,
  ];
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** What a spreadsheet would read as a formula begins with an apostrophe, which it shows as nothing. */
export function csvCell(value: string | number | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  const text = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
