/**
 * The fields of an object that the audit log records before and after a change: settings and statuses. Never a secret, a
 * token or the full URL of a webhook. Of a buyer only the fields that tax depends on and a masked email address, because
 * nothing is ever deleted from the log.
 */

import type { KeyAccess } from '#server/accounts/rules/key-access.ts';
import type { SubscriptionOrder } from '#server/billing/orders/rules/order.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import type { Facts } from '#server/domain/changes.ts';
import type { Environment } from '#server/domain/environments.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import type { CheckoutSettings, NotificationSettings } from '#server/stores/rules/store.ts';

interface StoreFields {
  readonly name: string;
  readonly slug: string;
  readonly status: string;
  readonly logo: string | null;
  readonly supportEmail: string | null;
  readonly website: string | null;
  readonly prodEnabled: boolean;
  readonly notificationSettings: NotificationSettings | null;
  readonly checkoutSettings: CheckoutSettings | null;
  readonly checkoutFrameOrigins: readonly string[];
  readonly checkoutReturnOrigins: readonly string[];
  readonly deletedAt: Date | null;
}

export const storeFacts = (store: StoreFields): Facts => ({
  name: store.name,
  slug: store.slug,
  status: store.status,
  logo: store.logo,
  supportEmail: store.supportEmail,
  website: store.website,
  prodEnabled: store.prodEnabled,
  notificationSettings: store.notificationSettings ?? {},
  checkoutSettings: store.checkoutSettings ?? {},
  checkoutFrameOrigins: store.checkoutFrameOrigins,
  checkoutReturnOrigins: store.checkoutReturnOrigins,
  deletedAt: store.deletedAt,
});

/** An account's membership of a store. */
export const memberFacts = ({ merchantId, role }: { readonly merchantId: string; readonly role: string }): Facts => ({
  member: toShortId('MER', merchantId),
  role,
});

/** An invitation to a store. Its address is masked like a buyer's, because its recipient has not agreed to anything. */
export const invitationFacts = ({ email, role }: { readonly email: string; readonly role: string }): Facts => ({
  invited: maskEmail(email),
  role,
});

interface WebhookFields {
  readonly channel: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly testMode: boolean;
  readonly secret: string | null;
  readonly chaos?: object | null;
  readonly pausedAt?: Date | null;
}

/**
 * Records the host of the URL, because the rest is a password for most channels, and whether there is a secret.
 * `previous`: the webhook before the change, so that a changed path or secret is visible.
 */
export function webhookFacts(webhook: WebhookFields, previous?: WebhookFields): Facts {
  const { channel, url, events, testMode, secret, chaos, pausedAt } = webhook;
  const host = new URL(url).host;
  const isElsewhere = previous !== undefined && previous.url !== url && new URL(previous.url).host === host;
  const isOther = previous !== undefined && previous.secret !== null && previous.secret !== secret;
  const secretState = secret === null ? null : isOther ? 'changed' : 'set';
  return {
    channel,
    host: isElsewhere ? `${host}, another path` : host,
    events,
    testMode,
    secret: secretState,
    chaos: chaos ?? {},
    pausedAt: pausedAt ?? null,
  };
}

interface ApiKeyFields extends KeyAccess {
  readonly environment: Environment;
  readonly nickname: string;
  readonly fingerprint: string;
}

/** A public key, by its fingerprint, and its access. */
export const apiKeyFacts = (key: ApiKeyFields): Facts => ({
  environment: key.environment,
  nickname: key.nickname,
  fingerprint: key.fingerprint,
  scopes: key.scopes,
  networks: key.networks,
  expiresAt: key.expiresAt,
});

interface GroupFields {
  readonly group: {
    readonly name: string;
    readonly description: string | null;
    readonly rules: object;
    readonly allowsMultipleSubscriptions: boolean;
  };
  readonly productIds: readonly string[];
}

export const groupFacts = ({
  group: { name, description, rules, allowsMultipleSubscriptions },
  productIds,
}: GroupFields): Facts => ({
  name,
  description,
  rules,
  allowsMultipleSubscriptions,
  products: productIds.map((id) => toShortId('PROD', id)),
});

interface Amounts {
  readonly currency: string;
  readonly totalMinor: number;
  readonly taxMinor: number;
}

/** The order's total and tax. */
const orderAmountFacts = ({ currency, totalMinor, taxMinor }: Amounts): Facts => ({
  total: `${formatAmount(totalMinor, currency)} ${currency}`,
  tax: `${formatAmount(taxMinor, currency)} ${currency}`,
});

interface BuyerFields {
  readonly buyerEmail: string | null;
  readonly billingDetail: BillingDetail | null;
  readonly language: string | null;
}

/**
 * Masked values: the full ones are on the order, where they can be erased. `previous`: the buyer before the change, so that
 * a change of a masked value is visible.
 */
function buyerFacts({ buyerEmail, billingDetail, language }: BuyerFields, previous?: BuyerFields): Facts {
  const { country, state, isBusiness } = billingDetail ?? {};
  const old = previous?.billingDetail;
  const maskedState = (name: 'postcode' | 'businessName' | 'taxId') => {
    const value = billingDetail?.[name];
    if (value === undefined) return null;
    return old?.[name] !== undefined && old[name] !== value ? 'changed' : 'set';
  };
  const [email, oldEmail] = [maskEmail(buyerEmail), maskEmail(previous?.buyerEmail ?? null)];
  const isAnother = email !== null && email === oldEmail && previous?.buyerEmail !== buyerEmail;
  return {
    buyerEmail: isAnother ? `${email}, another` : email,
    billingDetail: {
      country: country ?? null,
      state: state ?? null,
      isBusiness: isBusiness ?? null,
      postcode: maskedState('postcode'),
      businessName: maskedState('businessName'),
      taxId: maskedState('taxId'),
    },
    language,
  };
}

/** "a…@example.com": enough to recognize a typing mistake, not enough to send an email. */
function maskEmail(email: string | null): string | null {
  if (email === null) return null;
  const [first = ''] = email;
  return `${first}…${email.slice(email.lastIndexOf('@'))}`;
}

const priceFacts = ({ amountMinor, trialAmountMinor, taxIncluded, taxCategory }: Price, currency: string): Facts => ({
  currency,
  price: amountFact({ amountMinor, currency }),
  trialPrice: trialAmountMinor === undefined ? null : amountFact({ amountMinor: trialAmountMinor, currency }),
  taxIncluded,
  taxCategory,
});

interface OrderFields extends Amounts, BuyerFields {
  readonly status: string;
  readonly trialEndsAt: Date | null;
}

/** An order's amounts and buyer, which can change while it is pending. */
export const orderFacts = (order: OrderFields, previous?: OrderFields): Facts => ({
  status: order.status,
  ...orderAmountFacts(order),
  ...buyerFacts(order, previous),
  trialEndsAt: order.trialEndsAt,
});

interface NewOrderFields extends OrderFields {
  readonly productId: string;
  readonly productType: string;
  readonly billingPeriod: string | null;
  readonly merchantExternalId: string | null;
}

/** A new order, with the fields that never change. */
export const newOrderFacts = (order: NewOrderFields, versionNumber: number, price: Price): Facts => ({
  product: toShortId('PROD', order.productId),
  version: versionNumber,
  type: order.productType,
  billingPeriod: order.billingPeriod,
  ...priceFacts(price, order.currency),
  ...orderFacts(order),
  externalId: order.merchantExternalId,
});

/** A subscription's status, dates and price per period. */
export const subscriptionFacts = (order: SubscriptionOrder): Facts => ({
  status: order.status,
  periodNumber: order.periodNumber,
  currentPeriodStart: order.currentPeriodStart,
  currentPeriodEnd: order.currentPeriodEnd,
  trialEndsAt: order.trialEndsAt,
  nextChargeAt: order.nextChargeAt,
  pastDueSince: order.pastDueSince,
  pausedAt: order.pausedAt,
  resumesAt: order.resumesAt,
  ...orderAmountFacts(order),
});

/** The amount of a payment or refund. */
export const amountFact = ({ amountMinor, currency }: { amountMinor: number; currency: string }): string =>
  `${formatAmount(amountMinor, currency)} ${currency}`;

/** A payment method as shown on receipts. */
export const methodFacts = (
  method: { readonly type: string; readonly cardBrand: string | null; readonly cardLast4: string | null } | undefined,
): Facts => ({ method: method?.type, cardBrand: method?.cardBrand, cardLast4: method?.cardLast4 });
