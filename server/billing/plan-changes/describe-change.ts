/** A plan change in words and numbers, for the buyer and the merchant. */
import { formatMoney } from '#server/domain/money.ts';
import { formatDay } from '#server/i18n/format-day.ts';
import type { Voice } from '#server/i18n/say.ts';
import type { Quote as QuoteText } from '../payments/quote.ts';
import type { Quote } from '../quotes/data/quotes.ts';
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
      credits: creditLines(content, { fromPlan, storeName }, money, voice),
      creditLeft: creditLeftMinor > 0 ? say('change.creditLeft', { amount: money(creditLeftMinor) }) : null,
    },
  };
}

function creditLines(
  { change }: Quote['content'],
  { fromPlan, storeName }: Pick<ChangeFacts, 'fromPlan' | 'storeName'>,
  money: (amountMinor: number) => string,
  { say, locale }: Voice,
): CreditLine[] {
  if (!change) return [];
  const { unused, creditOverrideMinor, balanceMinor, amountOverrideMinor } = change;
  if (amountOverrideMinor !== null) return [];
  const lines: CreditLine[] = [];
  if (creditOverrideMinor) {
    lines.push({
      term: say('change.storeCredit', { store: storeName }),
      amount: money(-creditOverrideMinor),
      detail: null,
    });
  } else if (unused && unused.creditMinor > 0) {
    const derivation = { ...describeTime(unused, locale), value: money(unused.periodValueMinor) };
    lines.push({
      term: say('change.unusedTime', { plan: fromPlan }),
      amount: money(-unused.creditMinor),
      detail: say('change.derivation', derivation),
    });
  }
  if (balanceMinor > 0) lines.push({ term: say('change.balance'), amount: money(-balanceMinor), detail: null });
  return lines;
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
