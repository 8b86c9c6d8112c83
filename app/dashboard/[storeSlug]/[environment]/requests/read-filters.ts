import { textOf } from '#app/dashboard/list-address.ts';
import type { PageSearch } from '#app/dashboard/scope.ts';
import type { RequestLogFilter, RequestLogScope } from '#server/api/data/request-log.ts';
import type { Environment } from '#server/domain/environments.ts';
import { isUuid } from '#server/domain/ids.ts';
import { readClock } from '#server/platform/clock.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import type { MemberStore } from '#server/stores/stores.ts';

/** The log's scope: the store's calls. The owner also sees their calls that belong to no store. */
export const logScope = (account: {
  readonly store: MemberStore;
  readonly environment: Environment;
  readonly merchant: { readonly id: string };
}): RequestLogScope => ({
  ...scopeOfStore(account.store),
  environment: account.environment,
  ownerId: account.store.role === 'owner' ? account.merchant.id : undefined,
  now: readClock(),
});

const statusClasses = { '2': 2, '4': 4, '5': 5 } as const;

/** Reads the filters from the page's URL, for display and for the query. Invalid values are ignored. */
export async function readFilters(searchParams: PageSearch) {
  const params = await searchParams;
  const text = (name: string) => textOf(params, name);
  const status = Object.hasOwn(statusClasses, text('status')) ? (text('status') as keyof typeof statusClasses) : '';
  const shown = { search: text('q'), status, path: text('call') };
  const filter: RequestLogFilter = {
    search: shown.search || undefined,
    statusClass: status === '' ? undefined : statusClasses[status],
    path: shown.path || undefined,
  };
  return { shown, filter, before: isUuid(text('before')) ? text('before') : undefined };
}
