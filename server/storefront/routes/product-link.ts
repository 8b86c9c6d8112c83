/**
 * `/store/<store_slug>/product/<product_id>`: a link that a merchant can publish without a backend. Each visit creates a
 * checkout session, as a browser with the store's slug does, and leads to its page.
 */
import { actions } from '#server/actions/index.ts';
import { runAction } from '#server/api/run-action.ts';
import { versionIdIn } from '#server/catalog/data/product-columns.ts';
import { requireVersion } from '#server/catalog/data/product-versions.ts';
import { findStoreProduct, type Product, type ProductVersion } from '#server/catalog/products.ts';
import { currencyOfCountry } from '#server/domain/country-currencies.ts';
import type { Environment } from '#server/domain/environments.ts';
import { ApiError } from '#server/domain/errors.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { countryCodes, regions } from '#server/domain/regions.ts';
import type { GatewayRequest, GatewayResponse } from '#server/http/http.ts';
import { readClock } from '#server/platform/clock.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { countPublicSession } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import type { ProductLink } from '#server/stores/rules/hosted-path.ts';
import { storefrontDatabase } from '#server/stores/store-databases.ts';
import { findStoreBySlug } from '#server/stores/stores.ts';
import { likelyCountry, readBuyer } from '../rendering/buyer.ts';
import { notFound, plain, showBusy } from './checkout-pages.ts';
import type { PageAnswer } from './storefront-routes.ts';

const createSession = actions.get('checkout/create-session');

/**
 * Query: `currency` (by default the buyer's, if the product has a price in it), `email`, `success_url`, `country`,
 * `is_business=true`, and `test=true` for the test environment.
 */
export async function answerProductLink(
  request: GatewayRequest,
  path: string,
  { storeSlug, productId }: ProductLink,
): Promise<GatewayResponse | PageAnswer> {
  if (!createSession) throw new Error('there is no action checkout/create-session');
  if (request.method !== 'GET') return plain(405, 'Method Not Allowed', { Allow: 'GET' });
  const settings = readSettings();
  const buyer = readBuyer(request);
  const visit = { request, path, address: { storeSlug, token: '' }, buyer, now: readClock() };
  const { refusal } = await countPublicSession(request.address, settings);
  if (refusal) return showBusy(visit, refusal);
  const query = new URL(request.url, 'http://page').searchParams;
  const environment: Environment = query.get('test') === 'true' ? 'test' : 'prod';
  const db = await storefrontDatabase(settings, storeSlug);
  const store = await findStoreBySlug(db, storeSlug);
  const id = fromShortId('PROD', productId);
  const product = store && id && (await findStoreProduct(db, scopeOfStore(store), id));
  const versionId = product && versionIdIn(product, environment);
  if (!store || !product || !versionId) return await notFound(visit);
  const version = await requireVersion(db, product, versionId);
  const body = sessionOf(query, product, version, likelyCountry(buyer));
  const caller = {
    kind: 'storeSlug',
    merchantId: store.ownerId,
    storeId: store.id,
    store: scopeOfStore(store),
    environment,
  } as const;
  try {
    const answer = await runAction(db, settings, { action: createSession, caller, body, now: visit.now });
    const Location = (JSON.parse(answer.body) as { data: { checkoutUrl: string } }).data.checkoutUrl;
    return { status: 303, headers: { Location, 'Cache-Control': 'no-store' }, body: '' };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    // A developer learns the reason; a buyer could not act on it.
    return environment === 'test' ? plain(error.status, error.message) : await notFound(visit);
  }
}

/** The body of the session. States of the United States and Canada are typed on the page. */
function sessionOf(query: URLSearchParams, product: Product, { prices }: ProductVersion, likely: string) {
  const country = query.get('country')?.toUpperCase() ?? '';
  const isWhole = countryCodes.has(country) && !(country in regions);
  return {
    productId: product.id,
    productType: product.type,
    currency: query.get('currency')?.toUpperCase() || currencyFor(prices, country || likely),
    buyerEmail: query.get('email') || undefined,
    successUrl: query.get('success_url') || undefined,
    billingDetail: isWhole ? { country, isBusiness: query.get('is_business') === 'true' } : undefined,
  };
}

/** The currency of the country, else US dollars, else the first one, of those in which the product has a price. */
function currencyFor(prices: ProductVersion['prices'], country: string): string | undefined {
  const priced = Object.keys(prices).toSorted();
  return [currencyOfCountry(country), 'USD'].find((code) => code && priced.includes(code)) ?? priced[0];
}
