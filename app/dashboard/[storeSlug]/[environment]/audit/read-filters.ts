import type { Environment } from '#server/domain/environments.ts';
import { isUuid } from '#server/domain/ids.ts';
import type { AuditFilter, AuditScope } from '#server/events/data/audit-trail.ts';
import { actorKinds, nounOf } from '#server/events/rules/audit-words.ts';
import type { Actor } from '#server/events/rules/event.ts';
import { eventTypes } from '#server/events/rules/registry.ts';
import type { MemberStore } from '#server/stores/stores.ts';

/** Whose entries the pages show: the store's, and to its owner also those of their account. */
export const auditScope = (account: {
  readonly store: MemberStore;
  readonly environment: Environment;
  readonly merchant: { readonly id: string };
}): AuditScope => ({
  storeId: account.store.id,
  environment: account.environment,
  ownerId: account.store.role === 'owner' ? account.merchant.id : undefined,
});

/** What there is to choose from: kinds of actors, and of what things happen to, each with its name. */
export const actorChoices: readonly (readonly [string, string])[] = Object.entries(actorKinds);
export const aboutChoices: readonly (readonly [string, string])[] = [
  ...new Set(eventTypes.map((type) => type.split('.', 1)[0] ?? '')),
]
  // These are the service's.
  .filter((about) => about !== 'webhook_keys')
  .map((about) => [about, nounOf(about)]);

const dayMs = 24 * 60 * 60 * 1000;

/** The beginning of a day in UTC; undefined for what is none. */
function dayOf(text: string): Date | undefined {
  // The day after the last one has a year of five digits.
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) && text < '9999' ? new Date(`${text}T00:00:00.000Z`) : undefined;
  // Before 1970 there are no keys.
  return day && day.getTime() >= 0 ? day : undefined;
}

/** The filter in an address, as it is shown and as it is asked for. What means nothing is no filter. */
export function readFilters(given: Readonly<Record<string, string | string[] | undefined>>) {
  const text = (name: string) => {
    const value = given[name];
    return typeof value === 'string' ? value.trim().slice(0, 200).replaceAll('\0', '') : '';
  };
  const choice = (name: string, choices: readonly (readonly [string, string])[]) =>
    choices.some(([value]) => value === text(name)) ? text(name) : '';
  const [from, until] = [dayOf(text('from')), dayOf(text('until'))];
  const shown = {
    search: text('q'),
    actor: choice('actor', actorChoices),
    about: choice('about', aboutChoices),
    from: from ? text('from') : '',
    until: until ? text('until') : '',
  };
  const filter: AuditFilter = {
    search: shown.search || undefined,
    actor: (shown.actor || undefined) as Actor['kind'] | undefined,
    about: shown.about || undefined,
    from,
    // All of that day.
    until: until && new Date(until.getTime() + dayMs),
  };
  return { shown, filter, before: isUuid(text('before')) ? text('before') : undefined };
}

/** An address with that filter, as `readFilters` reads it. */
export function addressOf(
  href: string,
  { search, ...others }: ReturnType<typeof readFilters>['shown'],
  more: Readonly<Record<string, string>> = {},
): string {
  const wanted = Object.entries({ q: search, ...others, ...more }).filter(([, value]) => value !== '');
  return wanted.length === 0 ? href : `${href}?${new URLSearchParams(wanted)}`;
}
