import { textOf } from '#app/dashboard/list-address.ts';
import type { PageSearch } from '#app/dashboard/scope.ts';
import { fromShortId, isUuid } from '#server/domain/ids.ts';
import type { EmailFilter } from '#server/emails/email-deliveries.ts';
import { type EmailKind, type EmailStatus, emailKinds, emailStatuses } from '#server/events/rules/email.ts';

/** Reads the filters from the page's URL, for display and for the query. Invalid values are ignored. */
export async function readFilters(searchParams: PageSearch) {
  const params = await searchParams;
  const text = (name: string) => textOf(params, name);
  const status = emailStatuses.find((known): known is EmailStatus => known === text('status'));
  const kind = emailKinds.find((known): known is EmailKind => known === text('kind'));
  const orderId = fromShortId('ORD', text('order'));
  const shown = { search: text('q'), status: status ?? '', kind: kind ?? '', order: orderId ? text('order') : '' };
  const filter: EmailFilter = { search: shown.search || undefined, status, kind, orderId };
  return { shown, filter, before: isUuid(text('before')) ? text('before') : undefined };
}
