import { addressOf, textOf } from '#app/dashboard/list-address.ts';
import type { PageSearch } from '#app/dashboard/scope.ts';
import type { Environment } from '#server/domain/environments.ts';
import { isUuid } from '#server/domain/ids.ts';
import type { AuditFilter, AuditScope } from '#server/events/data/audit-trail.ts';
import { actorKinds, nounOf } from '#server/events/rules/audit-words.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { eventTypes } from '#server/events/rules/registry.ts';
import type { MemberStore } from '#server/stores/stores.ts';

/** The log's scope: the store's entries. The owner also sees the entries of their account. */
export const auditScope = (account: {
  readonly store: MemberStore;
  readonly environment: Environment;
  readonly merchant: { readonly id: string };
}): AuditScope => ({
  merchantId: account.store.merchantId,
  storeId: account.store.id,
  environment: account.environment,
  ownerId: account.store.role === 'owner' ? account.merchant.id : undefined,
});

/** Filter choices: actors and object types, each with its label. */
export const actorChoices: readonly (readonly [string, string])[] = Object.entries(actorKinds);
export const objectChoices: readonly (readonly [string, string])[] = [
  ...new Set(eventTypes.map((type) => type.split('.', 1)[0] ?? '')),
]
  // Events of the operator's webhook keys belong to no store.
  .filter((object) => object !== 'webhook_keys')
  .map((object) => [object, nounOf(object)]);

const dayMs = 24 * 60 * 60 * 1000;

/** The start of a day in UTC; undefined if the text is not a date. */
function dayOf(text: string): Date | undefined {
  // The day after 9999-12-31 has a five-digit year.
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) && text < '9999' ? new Date(`${text}T00:00:00.000Z`) : undefined;
  // Keys are UUIDv7, whose time starts in 1970.
  return day && day.getTime() >= 0 ? day : undefined;
}

/** Reads the filters from the page's URL, for display and for the query. Invalid values are ignored. */
export function readFilters(search: Awaited<PageSearch>) {
  const text = (name: string) => textOf(search, name);
  const choice = (name: string, choices: readonly (readonly [string, string])[]) =>
    choices.some(([value]) => value === text(name)) ? text(name) : '';
  const [from, until] = [dayOf(text('from')), dayOf(text('until'))];
  const shown = {
    search: text('q'),
    actor: choice('actor', actorChoices),
    about: choice('about', objectChoices),
    from: from ? text('from') : '',
    until: until ? text('until') : '',
  };
  const filter: AuditFilter = {
    search: shown.search || undefined,
    actor: (shown.actor || undefined) as Actor['kind'] | undefined,
    about: shown.about || undefined,
    from,
    // Includes the whole last day.
    until: until && new Date(until.getTime() + dayMs),
  };
  return { shown, filter, before: isUuid(text('before')) ? text('before') : undefined };
}

/** The list's URL with its filters, as read by `readFilters`. */
export function listUrl(
  href: string,
  { search, ...others }: ReturnType<typeof readFilters>['shown'],
  more: Readonly<Record<string, string>> = {},
): string {
  return addressOf(href, { q: search, ...others }, more);
}
