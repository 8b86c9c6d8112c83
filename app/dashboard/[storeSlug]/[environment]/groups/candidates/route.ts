import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import type { Candidate } from '#components/dashboard/groups/member-picker.tsx';
import { findCandidates } from '#server/catalog/data/group-pages.ts';
import { toShortId } from '#server/domain/ids.ts';
import { readablePrices } from '../../products/readable-prices.ts';

const maxCandidates = 10;

/** Searches subscription products by name (`?q=`) for the group form. */
export async function GET(request: Request, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const { db, scope } = await requireScope(params, '/groups');
  const search = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 200).replaceAll('\0', '');
  const found = await findCandidates(db, scope, search, maxCandidates);
  const candidates = found.map(
    (product): Candidate => ({
      id: toShortId('PROD', product.id),
      name: product.name,
      price: readablePrices(product)[0]?.amount ?? '',
      group: product.groupId && product.groupName ? { id: product.groupId, name: product.groupName } : null,
    }),
  );
  return Response.json(candidates, { headers: { 'Cache-Control': 'no-store' } });
}
