import { randomBytes } from 'node:crypto';
import { requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { toShortId } from '#server/domain/ids.ts';
import { dashboardExplorerPage } from '#server/graphql/explorer/dashboard-explorer.ts';
import { explorerPolicy } from '#server/graphql/explorer/explorer.ts';
import { readClock } from '#server/platform/clock.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { firstPricedCurrency } from '../../(overview)/overview-query.ts';

/** The explorer as a separate document, because its styles and shortcuts conflict with the dashboard's. */
export async function GET(_request: Request, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const account = await requireScope(params, '/graphql');
  const { store, environment } = account;
  const nonce = randomBytes(16).toString('base64');
  const context = {
    storeId: toShortId('STO', store.id),
    environment,
    currency: await firstPricedCurrency(account),
    now: storeTime(store, environment, readClock()),
  };
  const page = dashboardExplorerPage(context, nonce);
  return new Response(page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // Takes precedence over the `X-Frame-Options` of all pages.
      'Content-Security-Policy': explorerPolicy(nonce, "'self'"),
      'Cache-Control': 'no-store',
    },
  });
}
