import { z } from 'zod';
import {
  type CheckoutSession,
  insertCheckoutSession,
  newCheckoutSession,
} from '#server/billing/orders/checkout-sessions.ts';
import { maxTtlSeconds, minTtlSeconds } from '#server/billing/orders/rules/checkout-session.ts';
import { methodFields, methodRefusals, readMethodChoice } from '#server/billing/orders/rules/session-methods.ts';
import { merchantChangeFields, planChangeFields } from '#server/billing/plan-changes/rules/plan-change-fields.ts';
import { requireProvider } from '#server/billing/store-provider.ts';
import { findOffer, type Offer } from '#server/catalog/data/offers.ts';
import { findMemberProduct, findStoreProduct, type Product, requireSellableVersion } from '#server/catalog/products.ts';
import { lockPrice, notPricedIn, priceSnapshot } from '#server/catalog/rules/prices.ts';
import { productTypes } from '#server/catalog/rules/product.ts';
import { changePlan, planChangeRefusalList } from '#server/checkout/plan-change-call.ts';
import { changePagePath } from '#server/checkout/rules/change-page.ts';
import { requireStoreOpen, storeDeleted } from '#server/checkout/store-open.ts';
import { billingDetail } from '#server/domain/billing-detail.ts';
import { ApiError, errors, fieldNotAllowed } from '#server/domain/errors.ts';
import {
  absent,
  emailAddress,
  isLanguageTag,
  isLeftOut,
  metadata,
  optionalShortId,
  shortId,
  shownMoment,
  shownUuid,
  successUrl,
} from '#server/domain/fields.ts';
import { isIdOf, toShortId } from '#server/domain/ids.ts';
import { invalidAmount } from '#server/domain/money.ts';
import { type ActionContext, defineAction } from '#server/platform/action.ts';
import { findStoreScope } from '#server/stores/data/store-merchants.ts';
import { mayReturnTo } from '#server/stores/rules/frame-origin.ts';
import { prodRefusals } from '#server/stores/rules/prod-sales.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { findMemberStore, findStore, type Store } from '#server/stores/stores.ts';

const refuse = (message: string) => new ApiError(400, message, 'order');
const otherSite = () => refuse('Invalid successUrl: must be on one of the store’s return sites');
const otherStores = (productId: string, storeId: string) =>
  refuse(`Product ${productId} does not belong to store ${storeId}`);
const otherType = (type: string, requested: string) =>
  refuse(`Invalid productType: the product is ${type}, got ${requested}`);
const noTrial = () => refuse('Invalid withTrial: only subscription products can have a trial');

const ttlRefusal = `Invalid expiresInSeconds: must be an integer from ${minTtlSeconds} to ${maxTtlSeconds}`;
const ttl = z
  .int({ error: ttlRefusal })
  .min(minTtlSeconds, { error: ttlRefusal })
  .max(maxTtlSeconds, { error: ttlRefusal });

const input = z.object({
  storeId: optionalShortId('STO').meta({
    description: '`STO_xxx` or the bare UUID; API key only. Defaults to the product’s store',
  }),
  productId: shortId('PROD'),
  productType: z
    .enum(productTypes)
    .optional()
    .meta({ description: 'Defaults to the product’s type; required with a store slug' }),
  currency: z
    .string()
    .transform((value, ctx) => {
      if (value === '') ctx.issues.push({ ...absent, input: value });
      return value;
    })
    .meta({ description: 'ISO 4217; a currency in which the product has a price', example: 'USD' }),
  withTrial: z.boolean().optional().meta({
    description: 'Subscriptions only. true forces a trial, false prevents it; by default each buyer gets one trial',
  }),
  buyerEmail: emailAddress('buyerEmail').optional().meta({ description: 'Prefilled on the page' }),
  billingDetail: billingDetail().optional(),
  successUrl: successUrl().optional().meta({
    description: 'The page the buyer is sent to after paying. Null or an empty string means the product’s `successUrl`',
  }),
  expiresInSeconds: ttl.default(maxTtlSeconds).meta({ description: 'How long the page accepts payment, in seconds' }),
  metadata: metadata().default({}),
  priceSnapshot: priceSnapshot.optional(),
  orderMerchantExternalId: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .meta({ description: 'Your own ID, repeated on the order, payment, refund and webhooks' }),
  darkMode: z.boolean().optional().meta({ description: 'Overrides the store’s default color scheme' }),
  ...planChangeFields,
  ...methodFields,
  language: z
    .string()
    .max(35)
    .refine(isLanguageTag, { error: 'Invalid language: must be a BCP 47 tag' })
    .optional()
    .meta({ description: 'The language of the page, as a BCP 47 tag', example: 'en-GB' }),
});

type Input = z.output<typeof input>;
type Context = ActionContext<'apiKey' | 'storeSlug' | 'sessionToken' | 'dashboard'>;

/**
 * `checkout/create-session`: locks a product's version, price and currency and returns the checkout page's URL, for a
 * purchase or, with `originOrderId`, a plan change. Sessions last 7 days unless `expiresInSeconds` says otherwise. Public
 * callers (store slug) must give `productType` and may not override the price. `storeId` is the first missing field,
 * unless a product identifies the store. (commerce-api.md, "Auth and checkout"; decisions.md, "Checkout sessions")
 */
export const createSession = defineAction({
  callers: ['apiKey', 'storeSlug', 'sessionToken', 'dashboard'],
  scope: 'environment',
  keyScope: 'sell',
  layer: 'order',
  input,
  missing({ storeId, productId, productType }, caller) {
    const namesProduct = isIdOf('PROD', productId);
    if (caller === 'storeSlug') return namesProduct && isLeftOut(productType) ? 'productType' : undefined;
    return isLeftOut(storeId) && !namesProduct ? 'storeId' : undefined;
  },
  output: z.object({ sessionId: shownUuid(), checkoutUrl: z.url(), expiresAt: shownMoment() }),
  docs: {
    summary: 'Create a checkout session that locks a product’s version, price and currency',
    refusals: [
      errors
        .missingField('storeId', 'order')
        .when('with an API key, neither `storeId` nor `productId` identifies the store'),
      errors.missingField('productType', 'order').when('with a store slug, `productType` is absent'),
      notPricedIn('<currency>', '<currencies>').when('the product has no price in this currency'),
      otherStores('<id>', '<id>').when('the product belongs to another of your stores'),
      otherType('<type>', '<type>').when('`productType` differs from the product’s type'),
      noTrial().when('the product is a one-time product'),
      otherSite().when('a public caller sends a `successUrl` that is not on one of the store’s return sites'),
      { status: 400, message: invalidAmount, when: '`priceSnapshot.amount` is not a positive amount' },
      fieldNotAllowed('priceSnapshot', 'order').when('a public caller sends `priceSnapshot`'),
      ...methodRefusals,
      storeDeleted().when('the store was deleted'),
      errors.storeNotActive().when('the store’s status is not active'),
      ...prodRefusals,
      errors.noPaymentProvider().when('the call is made in prod, and no payment provider is configured'),
      errors.productWithoutVersion('<id>', '<environment>').when('the product was never published'),
      errors.productNotActive('<id>', '<environment>').when('the product is inactive'),
      errors.storeNotFound().when('there is no such store, or it is not the caller’s'),
      errors.productNotFound().when('there is no such product, or it is not the caller’s'),
      ...planChangeRefusalList,
    ],
    example: {
      storeId: '$storeId',
      productId: '$productId',
      productType: 'onetime',
      currency: 'USD',
      buyerEmail: 'buyer@example.com',
      successUrl: 'https://example.com/thanks',
      metadata: { cart: 'c-1' },
    },
    exampleOf: {
      sessionToken: { originOrderId: '$orderId', productId: '$otherProductId', currency: 'USD' },
    },
  },
  bodyLimits: {
    storeSlug: {
      ignores: [
        'storeId',
        'expiresInSeconds',
        'orderMerchantExternalId',
        'darkMode',
        'language',
        'changeTiming',
        ...merchantChangeFields,
        'includePaymentMethods',
        'excludePaymentMethods',
      ],
      refuses: ['priceSnapshot'],
    },
    sessionToken: {
      ignores: [
        'storeId',
        'withTrial',
        'priceSnapshot',
        'expiresInSeconds',
        'metadata',
        'orderMerchantExternalId',
        ...merchantChangeFields,
        'includePaymentMethods',
        'excludePaymentMethods',
      ],
      refuses: [],
    },
  },
  /** A public caller has no subscription to change, and a customer with a session token buys at a public checkout. */
  refuseCall({ originOrderId }, caller) {
    const isChange = !isLeftOut(originOrderId);
    const isRefused = (caller === 'storeSlug' && isChange) || (caller === 'sessionToken' && !isChange);
    return isRefused ? errors.insufficientPermissions() : undefined;
  },
  writesOnce: ({ originOrderId }) => isLeftOut(originOrderId),
  async run(context, fields) {
    const { tx, environment, settings, caller } = context;
    if (fields.originOrderId !== undefined) {
      const { session, store } = await changePlan(context, { ...fields, originOrderId: fields.originOrderId });
      if (fields.productType === 'onetime') throw otherType(session.productType, fields.productType);
      return answerFor(session, `${settings.checkoutUrl}${changePagePath(store.slug, session.id)}`);
    }
    const { store, product } = await findStoreAndProduct(context, fields);
    const now = storeTime(store, environment, context.now);
    requireStoreOpen(store, environment);
    const provider = await requireProvider(tx, { ...product, environment }, settings);
    requireMatchingType(product, fields);
    if (caller.kind === 'storeSlug') requireReturnSite(store, fields);
    const version = await requireSellableVersion(tx, product, environment);
    const sale = { productType: product.type, currency: fields.currency, provider };
    const paymentMethods = readMethodChoice(fields, sale);
    const price = lockPrice(version.prices, fields.currency, fields.priceSnapshot);
    const session = newCheckoutSession(
      {
        merchantId: store.merchantId,
        storeId: store.id,
        environment,
        productId: product.id,
        productVersionId: version.id,
        productType: product.type,
        currency: fields.currency,
        price,
        withTrial: caller.kind === 'storeSlug' && fields.withTrial ? null : fields.withTrial,
        buyerEmail: fields.buyerEmail,
        billingDetail: fields.billingDetail,
        successUrl: fields.successUrl,
        metadata: fields.metadata,
        orderMerchantExternalId: fields.orderMerchantExternalId,
        darkMode: fields.darkMode,
        language: fields.language,
        paymentMethods,
        expiresAt: new Date(now.getTime() + fields.expiresInSeconds * 1000),
      },
      now,
    );
    await insertCheckoutSession(tx, session);
    return answerFor(session, `${settings.checkoutUrl}/${store.slug}/checkout/${session.id}`);
  },
});

const answerFor = ({ id, expiresAt }: CheckoutSession, checkoutUrl: string) => ({
  sessionId: id,
  checkoutUrl,
  expiresAt: expiresAt.toISOString(),
});

/** The store and product of the call. One query finds both in nearly every call. */
async function findStoreAndProduct(context: Context, fields: Input): Promise<Offer> {
  return (await readOffer(context, fields)) ?? (await findSeparately(context, fields));
}

async function readOffer({ tx, caller }: Context, { storeId, productId }: Input) {
  if (caller.kind === 'storeSlug' || caller.kind === 'sessionToken')
    return await findOffer(tx, caller.store, productId);
  const scope = storeId === undefined ? undefined : await findStoreScope(tx, storeId);
  const offer = scope && (await findOffer(tx, scope, productId));
  // The store names its owner, so only another member takes a further query.
  if (!offer || offer.store.ownerId === caller.merchantId) return offer;
  return (await findMemberStore(tx, caller.merchantId, offer.store.id)) && offer;
}

/** The same in separate queries, so that the first missing object is the one reported. */
async function findSeparately({ tx, caller }: Context, fields: Input): Promise<{ store: Store; product: Product }> {
  if (caller.kind === 'storeSlug' || caller.kind === 'sessionToken') {
    const store = await findStore(tx, caller.store.storeId);
    const product = await findStoreProduct(tx, caller.store, fields.productId);
    if (!store) throw errors.storeNotFound();
    if (!product) throw errors.productNotFound();
    return { store, product };
  }
  const named = fields.storeId === undefined ? undefined : await findMemberStore(tx, caller.merchantId, fields.storeId);
  if (fields.storeId !== undefined && !named) throw errors.storeNotFound();
  if (named?.deletedAt) requireStoreOpen(named, caller.environment);
  const product = await findMemberProduct(tx, caller.merchantId, fields.productId);
  if (!product) throw errors.productNotFound();
  if (named && product.storeId !== named.id)
    throw otherStores(toShortId('PROD', product.id), toShortId('STO', named.id));
  const store = named ?? (await findMemberStore(tx, caller.merchantId, product.storeId));
  if (!store) throw errors.storeNotFound();
  return { store, product };
}

/** Public callers may redirect buyers only to the store's listed sites, if it lists any. */
function requireReturnSite({ checkoutReturnOrigins }: Offer['store'], { successUrl: address }: Input): void {
  if (address && !mayReturnTo(address, checkoutReturnOrigins)) throw otherSite();
}

function requireMatchingType(product: Product, fields: Input): void {
  if (fields.productType !== undefined && fields.productType !== product.type)
    throw otherType(product.type, fields.productType);
  if (fields.withTrial === true && product.type !== 'subscription') throw noTrial();
}
