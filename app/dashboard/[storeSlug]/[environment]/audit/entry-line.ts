import type { AuditLine } from '#components/dashboard/audit/audit-table.tsx';
import type { ActorNames, AuditEntry } from '#server/events/data/audit-trail.ts';
import { actorFor } from '#server/events/rules/audit-export.ts';
import { describeActor, nounOf, objectIdOf } from '#server/events/rules/audit-words.ts';
import { describeEvent } from '#server/events/rules/event-words.ts';

/** The store's time is shown if it differs from real time by more than this. */
const clockToleranceMs = 60_000;

/** Dashboard pages by object type, relative to the store's path. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  order: (id) => `/orders/${id}`,
  product: (id) => `/products/${id}`,
  store: () => '/settings',
  api_key: () => '/keys',
  webhook: (id) => `/webhooks/${id}`,
  sender: () => '/senders',
  kyb_ticket: () => '/verification',
};

/** An entry for the list and its detail page. */
export function entryLine({ event, link }: AuditEntry, names: ActorNames, base: string): AuditLine {
  const { id, type, data, objectType, createdAt, recordedAt } = event;
  const actor = actorFor(event.actor);
  const objectId = objectIdOf(event);
  const page = Object.hasOwn(pages, objectType) ? pages[objectType] : undefined;
  const at = recordedAt ?? createdAt;
  return {
    id,
    type,
    description: describeEvent(type, { data, amount: undefined }),
    object: nounOf(objectType),
    objectId,
    objectHref: page ? `${base}${page(objectId)}` : null,
    actor: describeActor(actor, names),
    from: actor.from ?? null,
    at,
    storeTime: Math.abs(at.getTime() - createdAt.getTime()) > clockToleranceMs ? createdAt : null,
    position: link?.position ?? null,
  };
}
