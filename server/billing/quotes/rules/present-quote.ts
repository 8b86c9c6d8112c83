/** A quote in API answers and on pages: display strings, and its derivation in words and numbers. */
import { z } from 'zod';
import { shownId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatAmount, formatMoney } from '#server/domain/money.ts';
import { changeTimings } from '../../plan-changes/rules/plan-change.ts';
import { type QuoteContent, type QuoteKind, quoteKinds } from './quote-content.ts';

const amount = () => z.string().meta({ description: 'A display amount in the quote’s currency', example: '41.33' });

export const quoteLineTypes = ['price', 'tax', 'unused_time', 'store_credit', 'balance'] as const;

const line = z
  .object({
    type: z.enum(quoteLineTypes).meta({
      description:
        '`price`: the new price without tax; `tax`; `unused_time`: credit for unused time; `store_credit`: credit by the merchant; `balance`: earlier credit',
    }),
    description: z.string(),
    amount: amount(),
  })
  .meta({ schemaName: 'QuoteLine' });

const derivation = z
  .object({
    text: z.string().meta({ example: '$41.33 credit = 19 d 2 h of 31 d' }),
    unusedSeconds: z.int().nonnegative(),
    periodSeconds: z.int().nonnegative(),
    periodValue: amount(),
    credit: amount(),
  })
  .meta({ schemaName: 'QuoteDerivation' });

/** The shape of a quote in answers. */
export const shownQuote = z
  .object({
    quoteId: shownUuid(),
    kind: z.enum(quoteKinds),
    orderId: shownId('ORD').nullable().meta({ description: 'The subscription to change or renew' }),
    checkoutSessionId: shownUuid().nullable(),
    productId: shownId('PROD'),
    productName: z.string(),
    currency: z.string(),
    lines: z.array(line),
    subtotal: amount(),
    taxAmount: amount(),
    taxRate: z.number().min(0).meta({ description: 'A fraction; 0.19 is 19 %' }),
    taxName: z.string().nullable().meta({ description: 'The tax and its reason, such as `VAT, reverse charge`' }),
    credit: amount().meta({ description: 'The credit that this quote uses' }),
    creditLeft: amount().meta({ description: 'Credit that pays later renewals' }),
    total: amount().meta({ description: 'The amount to charge' }),
    changeTiming: z.enum(changeTimings).nullable(),
    effectiveAt: shownMoment().nullable().meta({ description: 'When a plan change starts' }),
    nextCharge: z
      .object({ amount: amount(), at: shownMoment() })
      .nullable()
      .meta({ description: 'The next charge after this one, before credit and with the tax of today' }),
    derivation: derivation.nullable().meta({ description: 'How the credit for unused time was calculated' }),
    validUntil: shownMoment(),
    createdAt: shownMoment(),
  })
  .meta({ schemaName: 'Quote' });

export type ShownQuote = z.input<typeof shownQuote>;

interface StoredQuote {
  readonly id: string;
  readonly kind: QuoteKind;
  readonly orderId: string | null;
  readonly checkoutSessionId: string | null;
  readonly currency: string;
  readonly content: QuoteContent;
  readonly validUntil: Date;
  readonly createdAt: Date;
}

/** A stored quote as answered. */
export function presentQuote(quote: StoredQuote): ShownQuote {
  const { id, kind, orderId, checkoutSessionId, currency, content } = quote;
  const { charge, change, renewal } = content;
  const display = (amountMinor: number) => formatAmount(amountMinor, currency);
  return {
    quoteId: id,
    kind,
    orderId: orderId && toShortId('ORD', orderId),
    checkoutSessionId,
    productId: toShortId('PROD', content.productId),
    productName: content.productName,
    currency,
    lines: linesOf(content).map(({ amountMinor, ...rest }) => ({ ...rest, amount: display(amountMinor) })),
    subtotal: display(charge.subtotalMinor),
    taxAmount: display(charge.taxMinor),
    taxRate: charge.taxRateMillionths / 1_000_000,
    taxName: charge.taxName,
    credit: display(content.creditUsedMinor),
    creditLeft: display(content.creditLeftMinor),
    total: display(content.dueMinor),
    changeTiming: change?.timing ?? null,
    effectiveAt: change?.effectiveAt ?? null,
    nextCharge: renewal && { amount: display(renewal.amounts.totalMinor), at: renewal.at },
    derivation: change?.unused
      ? {
          text: describeDerivation(change.unused, currency),
          unusedSeconds: change.unused.unusedSeconds,
          periodSeconds: change.unused.periodSeconds,
          periodValue: display(change.unused.periodValueMinor),
          credit: display(change.unused.creditMinor),
        }
      : null,
    validUntil: quote.validUntil.toISOString(),
    createdAt: quote.createdAt.toISOString(),
  };
}

interface Line {
  readonly type: (typeof quoteLineTypes)[number];
  readonly description: string;
  readonly amountMinor: number;
}

/** The lines of a quote. They add up to the total plus the credit that is left. */
function linesOf({ charge, change, productName, ...settlement }: QuoteContent): Line[] {
  const lines: Line[] = [
    { type: 'price', description: productName, amountMinor: charge.subtotalMinor },
    { type: 'tax', description: charge.taxName ?? 'Tax', amountMinor: charge.taxMinor },
  ];
  const { unused, creditOverrideMinor, balanceMinor = 0, amountOverrideMinor } = change ?? {};
  if (unused) lines.push({ type: 'unused_time', description: 'Unused time', amountMinor: -unused.creditMinor });
  if (creditOverrideMinor) {
    lines.push({ type: 'store_credit', description: 'Credit by the store', amountMinor: -creditOverrideMinor });
  }
  const isBalanceUsed = change ? amountOverrideMinor === null && balanceMinor > 0 : settlement.creditUsedMinor > 0;
  if (isBalanceUsed) {
    const amountMinor = -(change ? balanceMinor : settlement.creditUsedMinor);
    lines.push({ type: 'balance', description: 'Credit balance', amountMinor });
  }
  return lines;
}

/** "$41.33 credit = 19 d 2 h of 31 d". */
export const describeDerivation = (
  { creditMinor, unusedSeconds, periodSeconds }: NonNullable<NonNullable<QuoteContent['change']>['unused']>,
  currency: string,
): string =>
  `${formatMoney(creditMinor, currency)} credit = ${describeSeconds(unusedSeconds)} of ${describeSeconds(periodSeconds)}`;

/** "19 d 2 h"; minutes only below a day. */
function describeSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const parts = [
    [days, 'd'],
    [hours, 'h'],
    [days === 0 ? rest : 0, 'min'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length === 0 ? '0 h' : shown.join(' ');
}
