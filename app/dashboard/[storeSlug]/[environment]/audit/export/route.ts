import { notFound } from 'next/navigation';
import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { streamedFile } from '#app/dashboard/streamed-file.ts';
import { readEventProviders } from '#server/billing/orders/data/event-providers.ts';
import { csvHead, csvLines } from '#server/domain/csv.ts';
import { searchAudit } from '#server/events/data/audit-search.ts';
import { auditColumns, type ExportedEntry, jsonLine } from '#server/events/rules/audit-export.ts';
import { mayUpdateStore } from '#server/stores/rules/roles.ts';
import { auditScope, readFilters } from '../read-filters.ts';

const batchSize = 500;
const timeoutMessage = 'The search timed out. Choose a time range or an object type.';

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
 * Streams all entries that match the list's filters, oldest first, as `?format=csv` or, with everything that a check
 * of the hashes needs, as `jsonl`. 404 for members who may not manage the store, 503 if the first batch times out. A
 * later timeout aborts the download, so a partial file never looks complete.
 */
export async function GET(request: Request, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const account = await requireScope(params, '/audit');
  const { readDb, store, environment, merchant } = account;
  if (!mayUpdateStore(store.role)) notFound();
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const format = query.format === 'jsonl' ? 'jsonl' : 'csv';
  const { head, lines, type } = formats[format];
  const { filter } = readFilters(query);
  const scope = auditScope(account);
  const read = async (after?: string): Promise<ExportedEntry[] | undefined> => {
    const entries = await searchAudit(readDb, merchant.id, scope, filter, {
      limit: batchSize,
      after,
      oldestFirst: true,
    });
    if (!entries) return undefined;
    const events = entries.map(({ event }) => event);
    const findProvider = await readEventProviders(readDb, account.scope, events);
    return entries.map((entry) => ({ ...entry, provider: findProvider(entry.event) }));
  };
  const first = await read();
  if (!first) return new Response(timeoutMessage, { status: 503, headers: { 'Cache-Control': 'no-store' } });
  async function* parts() {
    for (let entries = first; ; entries = await read(entries.at(-1)?.event.id)) {
      if (!entries) throw new Error(timeoutMessage);
      if (entries.length > 0) yield lines(entries);
      if (entries.length < batchSize) return;
    }
  }
  return streamedFile({ name: `${store.slug}-${environment}-audit.${format}`, type, head, parts: parts() });
}
