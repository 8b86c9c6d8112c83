/** Price maps from currency code to price: stored form, API form and validation. (commerce-api.md, "Price map".) */
import { z } from 'zod';
import { currencyExponent } from '#server/domain/currencies.ts';
import { oneOf } from '#server/domain/describe-issue.ts';
import { ApiError, echo } from '#server/domain/errors.ts';
import { withoutNulls } from '#server/domain/fields.ts';
import { formatAmount, invalidAmount, parseAmount } from '#server/domain/money.ts';

export const taxCategories = [
  'digital_goods',
  'saas',
  'software',
  'ebook',
  'online_course',
  'consulting',
  'professional_service',
] as const;
export type TaxCategory = (typeof taxCategories)[number];

/** A stored price; `amountMinor` is in minor units of its currency. */
export interface Price {
  readonly amountMinor: number;
  readonly taxIncluded: boolean;
  readonly taxCategory: TaxCategory;
  /** For subscriptions: the price of the trial, less than a period's. A trial without it is free. */
  readonly trialAmountMinor?: number;
}

export type Prices = Readonly<Record<string, Price>>;

/** A price map in responses, with display strings as amounts. */
export const shownPrices = z.record(
  z.string().regex(/^[A-Z]{3}$/),
  z
    .object({
      amount: z
        .string()
        .meta({ description: 'Display format, with the full exponent of the currency', example: '29.00' }),
      taxIncluded: z.boolean(),
      taxCategory: z.enum(taxCategories),
      trialAmount: z.string().optional().meta({ description: 'Price of a paid trial, in display format' }),
    })
    .meta({ schemaName: 'Price' }),
);

/** Formats a price map for responses. */
export const presentPrices = (prices: Prices): z.output<typeof shownPrices> =>
  Object.fromEntries(
    Object.entries(prices).map(([currency, { amountMinor, trialAmountMinor, taxIncluded, taxCategory }]) => [
      currency,
      {
        amount: formatAmount(amountMinor, currency),
        taxIncluded,
        taxCategory,
        ...(trialAmountMinor === undefined ? {} : { trialAmount: formatAmount(trialAmountMinor, currency) }),
      },
    ]),
  );

/** The messages for an invalid price; the contract's differ between one-time and subscription endpoints. */
export interface PriceWording {
  readonly currency: (code: string) => string;
  readonly amount: (code: string, value: unknown) => string;
  /** Only for prices with a `trialAmount`; otherwise that is an unknown field and ignored. */
  readonly trialAmount?: (code: string, value: unknown) => string;
}

export const onetimePriceWording: PriceWording = {
  currency: () => 'Invalid currency code',
  amount: () => invalidAmount,
};

/** The message for an invalid currency code. (commerce-api.md, "update-product".) */
export function invalidCurrency(code: string): string {
  return `Invalid currency code: ${echo(code)}. Must be 3 uppercase letters`;
}

export const subscriptionPriceWording: PriceWording = {
  currency: invalidCurrency,
  amount: (code, value) =>
    `Invalid amount for ${code}: ${value === undefined ? 'missing' : echo(value)}. Must be a positive number string`,
  trialAmount: (code, value) =>
    `Invalid trialAmount for ${code}: ${echo(value)}. Must be a positive number string lower than amount`,
};

const maxCurrencies = 50;

/** A price in requests, without its currency. */
export const priceEntry = z
  .object({
    amount: z
      .union([z.int(), z.string()])
      .meta({ description: 'An integer is in minor units, a string in display format', examples: ['29.00'] }),
    taxIncluded: z.boolean().default(false).meta({ description: 'Whether the amount includes tax' }),
    taxCategory: z.enum(taxCategories).default('digital_goods'),
  })
  .meta({ schemaName: 'PriceInput' });

/** The price of one checkout session, instead of the product's. */
export const priceSnapshot = priceEntry.meta({
  schemaName: 'PriceSnapshot',
  description: 'A price for this session only; API key only',
});

/** A subscription price in requests. */
const subscriptionPriceEntry = priceEntry
  .extend({
    trialAmount: priceEntry.shape.amount
      .optional()
      .meta({ description: 'Price of the trial; requires `metadata.trialDays`. Without it, the trial is free' }),
  })
  .meta({ schemaName: 'SubscriptionPriceInput' });

export const noPrices = 'Field prices must be a non-empty object';
const tooManyPrices = `Field prices cannot have more than ${maxCurrencies} currencies`;

/** Validates a price map of 1 to 50 currencies, and converts amounts to minor units. */
export const priceMap = (wording: PriceWording) =>
  z
    .record(z.string(), z.unknown(), {
      error: (issue) => (issue.input === undefined ? undefined : noPrices),
    })
    .transform((entries, ctx): Prices => {
      const refuse = (message: string, path: string[] = []) => {
        ctx.issues.push({ code: 'custom', message, input: entries, path });
        return z.NEVER;
      };
      const codes = Object.keys(entries);
      if (codes.length === 0) return refuse(noPrices);
      if (codes.length > maxCurrencies) return refuse(tooManyPrices);
      const unknown = codes.find((code) => !isCurrency(code));
      if (unknown !== undefined) return refuse(wording.currency(unknown), [unknown]);
      const prices: Record<string, Price> = {};
      for (const code of codes) {
        const price = readPrice(code, entries[code], wording);
        if ('message' in price) return refuse(price.message, [code, ...price.path]);
        prices[code] = price;
      }
      return prices;
    })
    .meta({
      description: 'Prices by currency code (ISO 4217)',
      minProperties: 1,
      maxProperties: maxCurrencies,
      propertyNames: { pattern: '^[A-Z]{3}$' },
      additionalProperties: z.toJSONSchema(wording.trialAmount ? subscriptionPriceEntry : priceEntry, { io: 'input' }),
      refusals: [
        { message: tooManyPrices, when: '`prices` has too many currencies' },
        { message: wording.currency('<code>'), when: 'a key of `prices` is not an uppercase currency code' },
        {
          message: wording.amount('<code>', '<value>'),
          when: 'an amount is not positive, or has too many decimals for the currency',
        },
        ...(wording.trialAmount
          ? [{ message: wording.trialAmount('<code>', '<value>'), when: '`trialAmount` is not lower than `amount`' }]
          : []),
      ],
    });

/** Whether a text is a currency code: three uppercase letters, listed in ISO 4217. */
export const isCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code) && currencyExponent(code) !== undefined;

/** An invalid price, and the path of the field. */
interface PriceProblem {
  readonly message: string;
  readonly path: readonly string[];
}

/** Parses a price in a currency, or returns the problem. */
function readPrice(code: string, entry: unknown, wording: PriceWording): Price | PriceProblem {
  const parsed = z.record(z.string(), z.unknown()).safeParse(entry);
  if (!parsed.success) return { message: `Invalid prices.${code}: must be an object`, path: [] };
  const { amount, ...others } = parsed.data;
  const { trialAmount, ...rest } = withoutNulls(subscriptionPriceEntry, others) as typeof others;
  const amountMinor = parseAmount(amount, code);
  if (amountMinor === undefined) return { message: wording.amount(code, amount), path: ['amount'] };
  const details = priceEntry.omit({ amount: true }).safeParse(rest);
  if (!details.success) {
    const field = String(details.error.issues[0]?.path[0]);
    const expected = field === 'taxIncluded' ? 'a boolean' : oneOf(taxCategories);
    return { message: `Invalid prices.${code}.${field}: must be ${expected}`, path: [field] };
  }
  const price: Price = { amountMinor, ...details.data };
  if (!wording.trialAmount || trialAmount === undefined) return price;
  const trialAmountMinor = parseAmount(trialAmount, code);
  if (trialAmountMinor === undefined || trialAmountMinor >= amountMinor) {
    return { message: wording.trialAmount(code, trialAmount), path: ['trialAmount'] };
  }
  return { ...price, trialAmountMinor };
}

export const notPricedIn = (currency: string, available: string) =>
  new ApiError(400, `Product is not priced in ${currency}; available: ${available}`, 'order');

/** The price of a purchase: the listed one or a caller's own. Throws 400 for a currency without a listed price. */
export function lockPrice(prices: Prices, currency: string, customPrice?: z.output<typeof priceEntry>): Price {
  const listed = Object.hasOwn(prices, currency) ? prices[currency] : undefined;
  if (!listed) {
    const available = Object.keys(prices).sort().join(', ');
    throw notPricedIn(echo(currency), available);
  }
  if (!customPrice) return listed;
  const amountMinor = parseAmount(customPrice.amount, currency);
  if (amountMinor === undefined) throw new ApiError(400, invalidAmount, 'order');
  const { taxIncluded, taxCategory } = customPrice;
  // With a caller's price, a paid trial stays paid, and never costs more than a period.
  const { trialAmountMinor } = listed;
  const trial = trialAmountMinor === undefined ? {} : { trialAmountMinor: Math.min(trialAmountMinor, amountMinor) };
  return { amountMinor, taxIncluded, taxCategory, ...trial };
}
