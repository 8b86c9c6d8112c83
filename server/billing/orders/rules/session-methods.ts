/** The payment methods that a merchant allows in a checkout session, by the names of the API. */
import { z } from 'zod';
import type { ProductType } from '#server/catalog/rules/product.ts';
import { ApiError } from '#server/domain/errors.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';

const methodNames = ['card', 'applepay', 'googlepay', 'wechat'] as const;
export type PaymentMethodName = (typeof methodNames)[number];

/** Only the included methods, or all but the excluded ones. */
export type MethodChoice =
  | { readonly include: readonly PaymentMethodName[] }
  | { readonly exclude: readonly PaymentMethodName[] };

const listOf = () => z.array(z.string()).max(20).optional();

/** The fields of a request. */
export const methodFields = {
  includePaymentMethods: listOf().meta({
    description: 'Only these methods: `card`, `applepay`, `googlepay`, `wechat`; API key only',
  }),
  excludePaymentMethods: listOf().meta({
    description: 'All but these methods. Unknown ones are ignored; API key only',
  }),
};

const refuse = (message: string, path: string) => new ApiError(400, message, 'order', { code: 'invalid_field', path });
const bothLists = () => refuse('Send either includePaymentMethods or excludePaymentMethods', 'excludePaymentMethods');
const notOffered = (name: string, offered: string) =>
  refuse(`Invalid includePaymentMethods: ${name} is not offered, choose from ${offered}`, 'includePaymentMethods');
const noneLeft = () => refuse('Invalid excludePaymentMethods: no payment method is left', 'excludePaymentMethods');

export const methodRefusals = [
  bothLists().when('both lists are given'),
  notOffered('<method>', '<methods>').when('a method is not offered for the product’s type and currency'),
  noneLeft().when('all offered methods are excluded'),
] as const;

/** WeChat Pay cannot be charged again without the buyer. */
const wechatCurrencies = ['CNY', 'USD'];

interface Sale {
  readonly productType: ProductType;
  readonly currency: string;
  readonly provider: ProviderName;
}

/** The methods that a checkout offers. The sandbox stands for all of them. */
function offeredMethods({ productType, currency, provider }: Sale): readonly PaymentMethodName[] {
  const hasWechat = provider === 'sandbox' && productType === 'onetime' && wechatCurrencies.includes(currency);
  return methodNames.filter((name) => name !== 'wechat' || hasWechat);
}

interface MethodLists {
  readonly includePaymentMethods?: readonly string[] | undefined;
  readonly excludePaymentMethods?: readonly string[] | undefined;
}

/** The choice of a request; null: all methods. Throws 400 for a list that cannot be offered. */
export function readMethodChoice(
  { includePaymentMethods: included = [], excludePaymentMethods: excluded = [] }: MethodLists,
  sale: Sale,
): MethodChoice | null {
  if (included.length > 0 && excluded.length > 0) throw bothLists();
  const offered = offeredMethods(sale);
  const unknown = included.find((name) => !(offered as readonly string[]).includes(name));
  if (unknown !== undefined) throw notOffered(unknown, offered.join(', '));
  if (included.length > 0) return { include: offered.filter((name) => included.includes(name)) };
  const exclude = offered.filter((name) => excluded.includes(name));
  if (exclude.length === offered.length) throw noneLeft();
  return exclude.length > 0 ? { exclude } : null;
}

/** Whether a session offers a method. */
export const allowsMethod = (choice: MethodChoice | null, name: PaymentMethodName): boolean => {
  if (choice === null) return true;
  return 'include' in choice ? choice.include.includes(name) : !choice.exclude.includes(name);
};
