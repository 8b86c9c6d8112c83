/** The payment methods that a merchant allows in a checkout session, by the names of the API. */
import type { ProductType } from '#server/catalog/rules/product.ts';

export const paymentMethodNames = ['card', 'applepay', 'googlepay', 'wechat'] as const;
export type PaymentMethodName = (typeof paymentMethodNames)[number];

/** WeChat Pay cannot be charged again without the buyer. */
const wechatCurrencies = ['CNY', 'USD'];

/** The methods that a checkout can offer for a product type and currency. */
export const offeredMethods = (productType: ProductType, currency: string): readonly PaymentMethodName[] =>
  paymentMethodNames.filter(
    (name) => name !== 'wechat' || (productType === 'onetime' && wechatCurrencies.includes(currency)),
  );
