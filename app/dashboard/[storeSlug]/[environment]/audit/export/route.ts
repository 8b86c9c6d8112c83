import { notFound } from 'next/navigation';
import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { streamedFile } from '#app/dashboard/streamed-file.ts';
import { readEventProviders } from '#server/billing/orders/data/event-providers.ts';
import { csvHead, csvLines } from '#server/domain/csv.ts';
import { searchAudit } from '#server/events/data/audit-search.ts';
import { auditColumns, type ExportedEntry, jsonLine } from '#server/events/rules/audit-export.ts';
import { mayUpdateStore } from '#server/stores/rules/roles.ts';
import { auditScope, readFilters } from '../read-filters.ts';

const batch = 500;
const tookTooLong = 'The search took too long: choose a time range or a kind';

const formats = {
  csv: {
    head: csvHead(auditColumns),
    lines: (entries: readonly ExportedEntry[]) => csvLines(auditColumns, entries),
    type: 'text/csv',
  },
  jsonl: {
    head: '',
    lines: (entries: readonly ExportedEntry[]) => entries.map(jsonLine).join(''),
    type: 'application/jsonl',
  },
} as const;

/**
 * All entries that the list's filter lets through, oldest first, read as fast as it is taken: `?format=csv`, or `jsonl`
 * with all that a check needs. 404 for members who do not run the store; 503 where nothing was found in time, and a
 * download that breaks off where that happens later, so that nobody takes a part for the whole.
 */
export async function GET(request: Request, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const account = await requireScope(params, '/audit');
  const { readDb, store, environment, merchant } = account;
  if (!mayUpdateStore(store.role)) notFound();
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const format = given.format === 'jsonl' ? 'jsonl' : 'csv';
  const { head, lines, type } = formats[format];
  const { filter } = readFilters(given);
  const scope = auditScope(account);
  const read = async (after?: string): Promise<ExportedEntry[] | undefined> => {
    const entries = await searchAudit(readDb, merchant.id, scope, filter, { limit: batch, after, oldestFirst: true });
    if (!entries) return undefined;
    const events = entries.map(({ event }) => event);
    const providerOf = await readEventProviders(readDb, scope, events);
    return entries.map((entry) => ({ ...entry, provider: providerOf(entry.event) }));
  };
  const first = await read();
  if (!first) return new Response(tookTooLong, { status: 503, headers: { 'Cache-Control': 'no-store' } });
  async function* parts() {
    for (let entries = first; ; entries = await read(entries.at(-1)?.event.id)) {
      if (!entries) throw new Error(tookTooLong);
      if (entries.length > 0) yield lines(entries);
      if (entries.length < batch) return;
    }
  }
  return streamedFile({ name: `${store.slug}-${environment}-audit.${format}`, type, head, parts: parts() });
}
