import { randomBytes } from 'node:crypto';
import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { toShortId } from '#server/domain/ids.ts';
import { dashboardExplorerPage } from '#server/graphql/explorer/dashboard-explorer.ts';
import { explorerPolicy } from '#server/graphql/explorer/explorer.ts';
import { readClock } from '#server/platform/clock.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { firstPricedCurrency } from '../../(overview)/read-choice.ts';

/** The explorer as a document of its own: its styles and keys would not get on with the dashboard's. */
export async function GET(_request: Request, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const found = await requireScope(params, '/graphql');
  const { store, environment } = found;
  const nonce = randomBytes(16).toString('base64');
  const explored = {
    storeId: toShortId('STO', store.id),
    environment,
    currency: await firstPricedCurrency(found),
    now: storeTime(store, environment, readClock()),
  };
  const page = dashboardExplorerPage(explored, nonce);
  return new Response(page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // It overrules the `X-Frame-Options` of the other pages.
      'Content-Security-Policy': explorerPolicy(nonce, "'self'"),
      'Cache-Control': 'no-store',
    },
  });
}
