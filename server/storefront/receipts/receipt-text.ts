/** A receipt in words, formatted for the reader. */
import { creditSources } from '#server/billing/plan-changes/describe-change.ts';
import { describeTax, isReverseCharge } from '#server/billing/wording/tax-words.ts';
import { cardName } from '#server/domain/method-names.ts';
import { formatMoney } from '#server/domain/money.ts';
import { regions } from '#server/domain/regions.ts';
import { euCountries } from '#server/domain/vat-number.ts';
import type { Voice } from '#server/i18n/say.ts';
import type { Receipt } from './receipt.ts';

/** A label with its value. */
export interface ReceiptFact {
  readonly term: string;
  readonly value: string;
}

/** A fact with its explanation. */
interface DetailedFact extends ReceiptFact {
  readonly details: readonly string[];
}

/** A refund: date, amount, tax and reason. */
export type RefundFact = DetailedFact;

export interface ReceiptText {
  /** "Receipt". */
  readonly title: string;
  /** "Receipt PAY_… from Beans by Post", the document's title. */
  readonly documentTitle: string;
  /** The notice for payments without real money. */
  readonly warning: string | null;
  /** Number, order, date and payment method. */
  readonly facts: readonly ReceiptFact[];
  readonly seller: { readonly heading: string; readonly lines: readonly string[] };
  readonly buyer: { readonly heading: string; readonly lines: readonly string[] };
  readonly line: {
    readonly heading: string;
    readonly amountHeading: string;
    readonly product: string;
    /** Below the product: billing period and covered period. */
    readonly details: readonly string[];
    readonly amount: string;
  };
  /** Subtotal and tax; with credit, also their sum. */
  readonly sums: readonly ReceiptFact[];
  /** The credit used, and where it comes from; null without. */
  readonly credit: DetailedFact | null;
  readonly total: ReceiptFact;
  /** Later refunds with tax and reason, and the remaining total; empty without refunds. */
  readonly refunds: readonly RefundFact[];
  readonly afterRefunds: ReceiptFact | null;
  /** The legal note about reverse charge. */
  readonly notes: readonly string[];
  /** The contact; null if the store has none. */
  readonly questions: string | null;
}

/** Describes the receipt in the reader's language. */
export function describeReceipt(receipt: Receipt, voice: Voice): ReceiptText {
  const { say } = voice;
  const { seller, line } = receipt;
  const money = (amountMinor: number) => formatMoney(amountMinor, receipt.currency, voice.locale);
  return {
    title: say('receiptPdf.title'),
    documentTitle: say('receiptPdf.documentTitle', { number: receipt.number, store: seller.name }),
    warning: warningOf(receipt, voice),
    facts: [
      { term: say('receiptPdf.number'), value: receipt.number },
      { term: say('receiptPdf.order'), value: receipt.orderId },
      { term: say('receiptPdf.paidOn'), value: dayFormat(voice).format(new Date(receipt.paidAt)) },
      { term: say('receiptPdf.method'), value: methodOf(receipt, voice) },
    ],
    seller: {
      heading: say('receiptPdf.from'),
      lines: [seller.name, seller.website, seller.supportEmail].filter((text) => text !== null),
    },
    buyer: { heading: say('receiptPdf.billedTo'), lines: buyerLines(receipt, voice) },
    line: {
      heading: say('receiptPdf.description'),
      amountHeading: say('receiptPdf.amount'),
      product: line.productName,
      details: lineDetails(receipt, voice),
      amount: money(receipt.subtotalMinor),
    },
    sums: [
      { term: say('due.subtotal'), value: money(receipt.subtotalMinor) },
      { term: describeTax(receipt, voice), value: money(receipt.taxMinor) },
      ...(receipt.credit
        ? [{ term: say('receipt.total'), value: money(receipt.subtotalMinor + receipt.taxMinor) }]
        : []),
    ],
    credit: describeCredit(receipt, voice),
    total: { term: say('receiptPdf.total'), value: money(receipt.totalMinor) },
    ...describeRefunds(receipt, voice),
    notes: isReverseCharge(receipt) ? [say('receiptPdf.reverseChargeNote')] : [],
    questions: seller.supportEmail ? say('common.questions', { email: seller.supportEmail }) : null,
  };
}

function describeCredit({ credit, currency, seller }: Receipt, voice: Voice): DetailedFact | null {
  if (!credit) return null;
  const { say, locale } = voice;
  const money = (amountMinor: number) => formatMoney(amountMinor, currency, locale);
  const { change } = credit;
  const facts = change && { fromPlan: change.fromPlan, storeName: seller.name, currency };
  const sources = facts ? creditSources(change.terms, facts, voice) : [];
  const details = sources.flatMap(({ term: source, amountMinor, detail }) => [
    say('receiptPdf.creditSource', { source, amount: money(amountMinor) }),
    ...(detail === null ? [] : [detail]),
  ]);
  const left = change && change.leftMinor > 0 ? [say('change.creditLeft', { amount: money(change.leftMinor) })] : [];
  return { term: say('receiptPdf.credit'), value: money(-credit.usedMinor), details: [...details, ...left] };
}

/** Later refunds and the remaining total, in words; empty without refunds. */
export function describeRefunds(
  receipt: Pick<Receipt, 'refunds' | 'currency' | 'totalMinor' | 'taxName' | 'taxRateMillionths'>,
  voice: Voice,
): Pick<ReceiptText, 'refunds' | 'afterRefunds'> {
  const { say, locale } = voice;
  const money = (amountMinor: number) => formatMoney(amountMinor, receipt.currency, locale);
  const refunds = receipt.refunds.map(({ since, at, amountMinor, taxMinor, reason }) => {
    const tax = { taxName: describeTax(receipt, voice), tax: money(taxMinor) };
    const details = [taxMinor > 0 && say('receiptPdf.refundTax', tax), reason];
    return {
      term: say('receiptPdf.refunded', { date: dayFormat(voice).formatRange(new Date(since ?? at), new Date(at)) }),
      value: money(-amountMinor),
      details: details.filter((text): text is string => Boolean(text)),
    };
  });
  if (refunds.length === 0) return { refunds, afterRefunds: null };
  const left = receipt.refunds.reduce((sum, { amountMinor }) => sum - amountMinor, receipt.totalMinor);
  return { refunds, afterRefunds: { term: say('receiptPdf.afterRefunds'), value: money(left) } };
}

function warningOf({ environment, isSandbox }: Receipt, { say }: Voice): string | null {
  if (environment === 'test') return say('receiptPdf.test');
  return isSandbox ? say('receiptPdf.demonstration') : null;
}

/** Dates are in UTC and in the Gregorian calendar, as in bookkeeping. */
const dayFormat = ({ locale }: Voice): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });

function methodOf({ credit, totalMinor, method: { type, cardBrand, cardLast4 } }: Receipt, { say }: Voice): string {
  if (credit && totalMinor === 0) return say('receiptPdf.credit');
  return cardName(cardBrand ?? type, cardLast4);
}

/** The buyer's details: business, email, tax ID, address. */
function buyerLines({ buyer }: Receipt, { say, locale }: Voice): string[] {
  const { country, state } = buyer;
  const isEuropean = country !== null && euCountries.has(country);
  const region = state && ((country && regions[country]?.[state]) ?? state);
  const regionLine = [region, buyer.postcode].filter(Boolean).join(' ');
  const lines = [
    buyer.businessName,
    buyer.email,
    buyer.taxId && say(isEuropean ? 'receiptPdf.vatNumber' : 'receiptPdf.taxId', { taxId: buyer.taxId }),
    regionLine,
    country && (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country),
  ];
  return lines.filter((line): line is string => line !== null && line !== '');
}

function lineDetails({ line: { billingPeriod, isTrial, period } }: Receipt, voice: Voice): string[] {
  if (!billingPeriod) return [];
  const kind = voice.say(isTrial ? 'receiptPdf.trial' : `receiptPdf.billed.${billingPeriod}`);
  return period ? [kind, dayFormat(voice).formatRange(new Date(period.from), new Date(period.to))] : [kind];
}
