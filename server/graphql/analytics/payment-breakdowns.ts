/** Attempts, refunds, methods and tax of `paymentStatistics`. */
import { type PaymentSum, paymentSumsBy } from '#server/analytics/data/payment-sums.ts';
import { type AttemptFigures, readAttempts, readDeclines } from '#server/analytics/data/payments.ts';
import { countRefundedPayments, sumRefunds } from '#server/analytics/data/refund-figures.ts';
import { listRefundedByCurrency, listRevenueByCurrency } from '#server/analytics/data/revenue.ts';
import { formatAmount } from '#server/domain/money.ts';
import type { RefundStatus } from '#server/domain/refund-status.ts';
import { shareOf } from '#server/domain/time-range.ts';
import { builder } from '../builder.ts';
import { amount } from '../field-options.ts';
import type { Analysis } from './analysis.ts';
import { maxDeclines, maxMethods, PaymentStatisticsObject } from './payment-statistics.ts';
import { acrossCurrencies, CurrencyAmountObject, mainCurrency, maxCurrencies, percentageOf } from './period-shapes.ts';
import { sumBy } from './shapes.ts';

const PaymentSuccessObject = builder.objectRef<AttemptFigures>('PaymentSuccess').implement({
  description: 'The outcomes of payment attempts.',
  fields: (t) => ({
    totalAttempts: t.exposeInt('attempts', { description: 'The number of attempts.' }),
    succeeded: t.exposeInt('succeeded', { description: 'The number of successful attempts.' }),
    failed: t.exposeInt('failed', { description: 'The number of failed attempts.' }),
    pending: t.exposeInt('pending', { description: 'The number of undecided attempts.' }),
    successRate: t.exposeFloat('successRate', {
      nullable: true,
      description: '`succeeded` divided by the decided attempts, 0 to 1; null if none is decided.',
    }),
  }),
});

interface Reason {
  readonly code: string;
  readonly count: number;
  readonly percentage: number;
}

const FailedReasonObject = builder.objectRef<Reason>('FailedReason').implement({
  description: 'A reason of failed payments.',
  fields: (t) => ({
    reason: t.exposeString('code', { description: 'As `Payment.failureCode`; `unknown` if there was none.' }),
    count: t.exposeInt('count', { description: 'The number of attempts that failed for this reason.' }),
    percentage: t.exposeFloat('percentage', { description: 'The share of all failed attempts, 0 to 100.' }),
  }),
});

const refundsOf = async ({ read }: Analysis, status?: RefundStatus): Promise<number> =>
  sumBy(
    (await read(sumRefunds)).filter((row) => status === undefined || row.status === status),
    ({ refunds }) => refunds,
  );

const RefundFiguresObject = builder.objectRef<Analysis>('RefundFigures').implement({
  description: 'The refunds requested in the range, by current status.',
  fields: (t) => ({
    totalCount: t.int({ description: 'The number of refunds.', resolve: (analysis) => refundsOf(analysis) }),
    succeededCount: t.int({
      description: 'The number of refunds that have succeeded.',
      resolve: (analysis) => refundsOf(analysis, 'succeeded'),
    }),
    pendingCount: t.int({
      description: 'The number of undecided refunds.',
      resolve: (analysis) => refundsOf(analysis, 'pending'),
    }),
    failedCount: t.int({
      description: 'The number of failed refunds.',
      resolve: (analysis) => refundsOf(analysis, 'failed'),
    }),
    amountByCurrency: t.field({
      type: [CurrencyAmountObject],
      description: 'The refunds that have succeeded by currency. `paymentCount` is the number of refunded payments.',
      extensions: { maxLength: maxCurrencies },
      resolve: async ({ read }) =>
        (await read(sumRefunds))
          .filter(({ status }) => status === 'succeeded')
          .sort((one, other) => other.payments - one.payments)
          .slice(0, maxCurrencies),
    }),
    refundRate: t.float({
      nullable: true,
      description:
        'The share of the payments of the range, without zero amounts, that have been refunded at least in part, 0 to 1; null without payments.',
      extensions: { scans: 1 },
      resolve: async ({ read }) => {
        const { refunded, payments } = await read(countRefundedPayments);
        return shareOf(refunded, payments);
      },
    }),
  }),
});

interface Part {
  readonly key: string | null;
  readonly payments: number;
  readonly amount: string | null;
  readonly percentage: number;
}

/** The successful payments by a property, as parts of the whole. */
async function partsOf({ read }: Analysis, key: 'method' | 'cardBrand'): Promise<Part[]> {
  const rows = acrossCurrencies((await read(paymentSumsBy[key])).filter((row) => row.key !== null));
  const all = sumBy(rows, ({ payments }) => payments);
  return rows.slice(0, maxMethods).map((row) => ({ ...row, percentage: percentageOf(row.payments, all) }));
}

const partObject = (typeName: string, name: 'methodType' | 'brand', description: string) =>
  builder.objectRef<Part>(typeName).implement({
    description: 'The successful payments with one method or card brand.',
    fields: (t) => ({
      [name]: t.string({ description, resolve: ({ key }) => key ?? '' }),
      count: t.exposeInt('payments', { description: 'The number of successful payments.' }),
      totalAmount: t.exposeString('amount', {
        nullable: true,
        description: 'With tax, before refunds. Null for payments in several currencies: limit the analysis to one.',
      }),
      percentage: t.exposeFloat('percentage', { description: 'The share of the payments, 0 to 100.' }),
    }),
  });

const MethodPartObject = partObject(
  'PaymentMethodPart',
  'methodType',
  '`card`, or the name of a wallet or bank debit.',
);
const CardBrandPartObject = partObject('CardBrandPart', 'brand', 'The brand of the card, such as `visa`.');

const TaxSummaryObject = builder.objectRef<PaymentSum>('TaxSummary').implement({
  description: 'The successful payments in one currency, with their tax.',
  fields: (t) => ({
    currency: t.exposeString('currency', { description: 'ISO 4217 code, such as `USD`.' }),
    totalTax: t.string(amount('taxMinor', 'The tax, before refunds.')),
    totalPreTax: t.string({
      description: 'The amount without tax, before refunds.',
      resolve: ({ amountMinor, taxMinor, currency }) => formatAmount(amountMinor - taxMinor, currency),
    }),
    totalAmount: t.string(amount('amountMinor', 'The amount with tax, before refunds.')),
    paymentCount: t.exposeInt('payments', { description: 'The number of payments.' }),
  }),
});

async function readSettlements({ read }: Analysis) {
  const [revenue, refunded] = await Promise.all([read(listRevenueByCurrency), read(listRefundedByCurrency)]);
  const codes = new Set([...revenue, ...refunded].map(({ currency }) => currency));
  return [...codes].slice(0, maxCurrencies).map((currency) => {
    const paid = revenue.find((row) => row.currency === currency);
    const returned = refunded.find((row) => row.currency === currency);
    const amountMinor = (paid?.revenueMinor ?? 0) - (returned?.revenueMinor ?? 0);
    return { currency, amountMinor, payments: paid?.payments ?? 0 };
  });
}

/** The payments in the analysis' currency, or else in the one with most payments. */
async function readMainRevenue(analysis: Analysis) {
  const currency = await mainCurrency(analysis);
  const found = (await analysis.read(listRevenueByCurrency)).find((row) => row.currency === currency);
  return { currency: currency ?? null, payments: found?.payments ?? 0, amountMinor: found?.revenueMinor ?? 0 };
}

builder.objectFields(PaymentStatisticsObject, (t) => ({
  successRate: t.field({
    type: PaymentSuccessObject,
    description: 'The outcomes of the attempts in the range.',
    extensions: { scans: 1 },
    resolve: ({ read }) => read(readAttempts),
  }),
  failedReasons: t.field({
    type: [FailedReasonObject],
    description: `The reasons of failed attempts, most frequent first, at most ${maxDeclines}.`,
    extensions: { scans: 1, maxLength: maxDeclines },
    resolve: async ({ read }) => {
      const reasons = await read(readDeclines);
      const all = sumBy(reasons, ({ count }) => count);
      return reasons.map((reason) => ({ ...reason, percentage: percentageOf(reason.count, all) }));
    },
  }),
  refunds: t.field({
    type: RefundFiguresObject,
    description: 'The refunds of the range.',
    extensions: { scans: 1 },
    resolve: (analysis) => analysis,
  }),
  methodDistribution: t.field({
    type: [MethodPartObject],
    description: `The successful payments by method, most first, at most ${maxMethods}.`,
    extensions: { scans: 1, maxLength: maxMethods },
    resolve: (analysis) => partsOf(analysis, 'method'),
  }),
  cardBrandDistribution: t.field({
    type: [CardBrandPartObject],
    description: `The successful card payments by brand, most first, at most ${maxMethods}.`,
    extensions: { scans: 1, maxLength: maxMethods },
    resolve: (analysis) => partsOf(analysis, 'cardBrand'),
  }),
  taxSummary: t.field({
    type: [TaxSummaryObject],
    description: `The successful payments by currency, highest amount first, at most ${maxCurrencies}.`,
    extensions: { scans: 1, maxLength: maxCurrencies },
    resolve: async ({ read }) => (await read(paymentSumsBy.currency)).slice(0, maxCurrencies),
  }),
  preTaxRevenueByCurrency: t.field({
    type: [CurrencyAmountObject],
    description: `The successful payments without tax by currency, before refunds, at most ${maxCurrencies}.`,
    extensions: { scans: 1, maxLength: maxCurrencies },
    resolve: async ({ read }) =>
      (await read(paymentSumsBy.currency))
        .slice(0, maxCurrencies)
        .map(({ amountMinor, taxMinor, ...row }) => ({ ...row, amountMinor: amountMinor - taxMinor })),
  }),
  settlementRevenueByCurrency: t.field({
    type: [CurrencyAmountObject],
    description:
      'The successful payments minus the refunds that succeeded in the range, by currency of the payment. The provider’s fees and conversions are not known here.',
    extensions: { scans: 2, maxLength: maxCurrencies },
    resolve: readSettlements,
  }),
  totalSucceededAmount: t.string({
    description: 'The successful payments with tax, before refunds, in `totalSucceededCurrency`.',
    extensions: { scans: 1 },
    resolve: async (analysis) => {
      const { currency, amountMinor } = await readMainRevenue(analysis);
      return currency === null ? '0' : formatAmount(amountMinor, currency);
    },
  }),
  totalSucceededCurrency: t.string({
    nullable: true,
    description: 'The analysis’ currency, or else the one with most payments; null without payments.',
    resolve: async (analysis) => (await readMainRevenue(analysis)).currency,
  }),
  totalSucceededCount: t.int({
    description: 'The number of successful payments in `totalSucceededCurrency`.',
    resolve: async (analysis) => (await readMainRevenue(analysis)).payments,
  }),
}));
