import { notFound } from 'next/navigation';
import { auditColumns, jsonLine } from '../../../../../../server/domain/audit-export.ts';
import { csvHead, csvLines } from '../../../../../../server/domain/csv.ts';
import { mayUpdateStore } from '../../../../../../server/domain/roles.ts';
import { searchAudit } from '../../../../../../server/queries/audit-search.ts';
import type { AuditEntry } from '../../../../../../server/queries/audit-trail.ts';
import { requireScope, type ScopeParams } from '../../../../scope.ts';
import { streamedFile } from '../../../../streamed-file.ts';
import { auditScope, readFilters } from '../read-filters.ts';

const batch = 500;
const tookTooLong = 'The search took too long: choose a time range or a kind';

const formats = {
  csv: {
    head: csvHead(auditColumns),
    lines: (entries: readonly AuditEntry[]) => csvLines(auditColumns, entries),
    type: 'text/csv',
  },
  jsonl: {
    head: '',
    lines: (entries: readonly AuditEntry[]) => entries.map(jsonLine).join(''),
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
  const read = (after?: string) =>
    searchAudit(readDb, merchant.id, scope, filter, { limit: batch, after, oldestFirst: true });
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
