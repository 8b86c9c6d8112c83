/** What is asked of each store to sell: a signed session, the tax on one, its page, and a sale from beginning to end. */
import type { Sql } from 'postgres';
import { toShortId } from '#server/domain/ids.ts';
import { publicRequest } from '../requests/cases/case.ts';
import { pageOf } from '../requests/cases/checkout-page.ts';
import { completeSale, formFor } from '../requests/cases/complete-sale.ts';
import { signedSessions } from '../requests/cases/create-session.ts';
import { type OpenSession, openSessions } from '../requests/cases/sessions.ts';
import type { Journey, SentRequest } from '../requests/journey.ts';
import { openConnection, travel } from '../requests/load.ts';
import type { Merchant } from '../requests/merchants.ts';
import type { Ask } from './measure.ts';
import type { MeasuredStore } from './stores.ts';

/** They take turns. */
const sessions = 20;

export const saleNames = ['create a session, signed', 'preview its tax', 'open its page', 'a complete sale'] as const;
type SaleName = (typeof saleNames)[number];

/** Each of these by name, for one store. What they send was signed before, and is good for five minutes. */
export async function saleAsks(
  sql: Sql,
  origin: string,
  measured: MeasuredStore,
): Promise<{ asks: Record<SaleName, Ask<Journey>>; close: () => void }> {
  const merchant = await sellerOf(sql, measured);
  const product = { port: Number(new URL(origin).port), url: origin };
  const opened = await openSessions(product, merchant, sessions);
  const form = await formFor(product, opened[0] as OpenSession);
  const requests = await signedSessions(merchant, 100);
  const connection = await openConnection(product.port);
  let number = 0;
  const askFor = (begin: (number: number) => Journey): Ask<Journey> => ({
    prepare: () => begin(number++),
    ask: (journey) => travel(journey, number, connection.exchange),
  });
  const billingDetail = { country: 'DE', isBusiness: false };
  const pick = <Item>(items: readonly Item[], place: number) => items[place % items.length] as Item;
  const preview = ({ sessionId }: OpenSession) =>
    publicRequest(merchant, '/v1/actions/checkout/preview-tax', { checkoutSessionId: sessionId, billingDetail });
  return {
    asks: {
      'create a session, signed': askFor((place) => one(pick(requests, place))),
      'preview its tax': askFor((place) => one(preview(pick(opened, place)))),
      'open its page': askFor((place) => one(pageOf(pick(opened, place).path))),
      'a complete sale': askFor((place) => completeSale.journey({ sessions: requests, form }, place)),
    },
    close: connection.close,
  };
}

function* one(request: SentRequest): Journey {
  yield request;
}

/** The store's merchant, and a product of its that is on sale. */
async function sellerOf(sql: Sql, { store, privateKey }: MeasuredStore): Promise<Merchant> {
  const [product] = await sql<{ id: string }[]>`
    select products.id from products join product_versions on product_versions.id = products.test_version_id
    where products.store_id = ${store.id} and products.type = 'onetime' and products.test_status = 'active'
      and product_versions.prices ? 'USD' order by products.id limit 1`;
  if (!product) throw new Error(`${store.slug} sells nothing`);
  return {
    merchantId: toShortId('MER', store.merchantId),
    storeId: toShortId('STO', store.id),
    productId: toShortId('PROD', product.id),
    slug: store.slug,
    publicKey: '',
    privateKey,
  };
}
