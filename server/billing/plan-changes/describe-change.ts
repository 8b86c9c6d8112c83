/** A plan change in words and numbers, for the buyer and the merchant. */
import { formatMoney } from '#server/domain/money.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import type { Voice } from '#server/i18n/say.ts';
import type { Quote as QuoteText } from '../payments/quote.ts';
import type { Quote } from '../quotes/data/quotes.ts';
import type { ChangeTerms } from '../quotes/rules/quote-content.ts';
import { describeTax, isReverseCharge } from '../wording/tax-words.ts';
import type { UnusedTime } from './rules/plan-change.ts';

/** A credit that reduces the charge: what it is for, its negative amount, and how it was calculated. */
export interface CreditLine {
  readonly term: string;
  readonly amount: string;
  readonly detail: string | null;
}

export interface ChangeText {
  readonly quoteId: string;
  readonly fromPlan: string;
  readonly toPlan: string;
  readonly isScheduled: boolean;
  /** "{plan} starts on {date}…"; null for an immediate change. */
  readonly startsOn: string | null;
  readonly credits: readonly CreditLine[];
  /** "{amount} of credit remains…"; null without. */
  readonly creditLeft: string | null;
}

interface ChangeFacts {
  readonly fromPlan: string;
  readonly storeName: string;
  readonly taxIncluded: boolean;
}

/** The text of a plan change's quote, in the buyer's language. */
export function describeChange(
  { id, content, currency }: Quote,
  { fromPlan, storeName, taxIncluded }: ChangeFacts,
  voice: Voice,
): QuoteText & { readonly change: ChangeText } {
  const { charge, change, renewal, dueMinor, creditLeftMinor } = content;
  if (!change || !renewal) throw new Error('the quote is of no plan change');
  const { say, locale } = voice;
  const money = (amountMinor: number) => formatMoney(amountMinor, currency, locale);
  const toPlan = content.productName;
  const startsAt = new Date(change.effectiveAt);
  const isScheduled = change.timing === 'next_period';
  const next = { total: money(renewal.amounts.totalMinor), date: formatDay(new Date(renewal.at), locale) };
  return {
    subtotal: money(charge.subtotalMinor),
    taxName: describeTax(charge, voice),
    tax: money(charge.taxMinor),
    isTaxIncluded: taxIncluded && charge.taxRateMillionths > 0,
    isReverseCharge: isReverseCharge(charge),
    total: money(dueMinor),
    renewal: { terms: say('change.next', next), total: next.total, on: next.date },
    shown: { totalMinor: dueMinor, renewalMinor: renewal.amounts.totalMinor },
    problems: {},
    change: {
      quoteId: id,
      fromPlan,
      toPlan,
      isScheduled,
      startsOn: isScheduled
        ? say('change.startsOn', { to: toPlan, date: formatDay(startsAt, locale), from: fromPlan })
        : null,
      credits: creditSources(change, { fromPlan, storeName, currency }, voice).map(({ amountMinor, ...source }) => ({
        ...source,
        amount: money(-amountMinor),
      })),
      creditLeft: creditLeftMinor > 0 ? say('change.creditLeft', { amount: money(creditLeftMinor) }) : null,
    },
  };
}

/** Where the credit of a plan change comes from: a name, the amount, and how it was calculated. */
interface CreditSource extends Omit<CreditLine, 'amount'> {
  readonly amountMinor: number;
}

/** The sources of a plan change's credit in words. */
export function creditSources(
  change: ChangeTerms,
  { fromPlan, storeName, currency }: Pick<ChangeFacts, 'fromPlan' | 'storeName'> & { readonly currency: string },
  { say, locale }: Voice,
): CreditSource[] {
  const { unused, creditOverrideMinor, balanceMinor, amountOverrideMinor } = change;
  if (amountOverrideMinor !== null) return [];
  const sources: CreditSource[] = [];
  if (creditOverrideMinor) {
    const term = say('change.storeCredit', { store: storeName });
    sources.push({ term, amountMinor: creditOverrideMinor, detail: null });
  } else if (unused && unused.creditMinor > 0) {
    const derivation = {
      ...describeTime(unused, locale),
      value: formatMoney(unused.periodValueMinor, currency, locale),
    };
    sources.push({
      term: say('change.unusedTime', { plan: fromPlan }),
      amountMinor: unused.creditMinor,
      detail: say('change.derivation', derivation),
    });
  }
  if (balanceMinor > 0) sources.push({ term: say('change.balance'), amountMinor: balanceMinor, detail: null });
  return sources;
}

const [secondsInHour, hoursInDay] = [3600, 24];

/** "19d 2h" of "31d", in the language's short units. */
export function describeTime(
  { unusedSeconds, periodSeconds }: UnusedTime,
  locale: string,
): { unused: string; period: string } {
  return { unused: describeSeconds(unusedSeconds, locale), period: describeSeconds(periodSeconds, locale) };
}

function describeSeconds(seconds: number, locale: string): string {
  const hours = Math.floor(seconds / secondsInHour);
  const [days, rest] = [Math.floor(hours / hoursInDay), hours % hoursInDay];
  const part = (count: number, unit: 'day' | 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
  const minutes = Math.floor((seconds % secondsInHour) / 60);
  if (days === 0) return rest === 0 ? part(minutes, 'minute') : part(rest, 'hour');
  return rest === 0 ? part(days, 'day') : `${part(days, 'day')} ${part(rest, 'hour')}`;
}
