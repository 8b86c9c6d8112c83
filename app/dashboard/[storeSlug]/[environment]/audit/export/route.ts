import { notFound } from 'next/navigation';
import { csvHead, csvLine, jsonLine } from '../../../../../../server/domain/audit-export.ts';
import { mayUpdateStore } from '../../../../../../server/domain/roles.ts';
import { searchAudit } from '../../../../../../server/queries/audit-search.ts';
import { requireScope, type ScopeParams } from '../../../../scope.ts';
import { auditScope, readFilters } from '../read-filters.ts';

const batch = 500;
const tookTooLong = 'The search took too long: choose a time range or a kind';

const formats = {
  csv: { head: csvHead, line: csvLine, type: 'text/csv' },
  jsonl: { head: '', line: jsonLine, type: 'application/jsonl' },
} as const;

/**
 * All entries that the list's filter lets through, oldest first, read as fast as it is taken: `?format=csv`, or `jsonl`
 * with all that a check needs. 404 for members who do not run the store; 503 where nothing was found in time, and a
 * download that breaks off where that happens later, so that nobody takes a part for the whole.
 */
export async function GET(request: Request, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const account = await requireScope(params, '/audit');
  const { db, store, environment, merchant } = account;
  if (!mayUpdateStore(store.role)) notFound();
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const name = given.format === 'jsonl' ? 'jsonl' : 'csv';
  const { head, line, type } = formats[name];
  const { filter } = readFilters(given);
  const scope = auditScope(account);
  const text = new TextEncoder();
  const read = (after?: string) =>
    searchAudit(db, merchant.id, scope, filter, { limit: batch, after, oldestFirst: true });
  let next = await read();
  if (!next) return new Response(tookTooLong, { status: 503, headers: { 'Cache-Control': 'no-store' } });
  let after: string | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(text.encode(head)),
    async pull(stream) {
      const entries = next ?? (await read(after));
      if (!entries) throw new Error(tookTooLong);
      next = undefined;
      after = entries.at(-1)?.event.id;
      if (entries.length > 0) stream.enqueue(text.encode(entries.map(line).join('')));
      if (entries.length < batch) stream.close();
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${store.slug}-${environment}-audit.${name}"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
