/** Parts of the labels of events. */
import { merchantReason } from '#server/domain/declines.ts';
import { formatDisplayed } from '#server/domain/money.ts';

/** The data of a label. `amount`: the formatted amount of the event's payment. */
export interface EventFacts {
  readonly data: Readonly<Record<string, unknown>>;
  readonly amount: string | undefined;
}

export type EventLabel = string | ((facts: EventFacts) => string);

export const period = ({ data }: EventFacts): string =>
  typeof data.periodNumber === 'number' ? `, period ${data.periodNumber}` : '';
export const ofPayment = ({ amount }: EventFacts): string => (amount === undefined ? '' : ` of ${amount}`);
/** Appends a reason, without its final period. */
export const why = (reason: unknown): string => (typeof reason === 'string' ? `: ${reason.replace(/\.$/, '')}` : '');
export const whyDeclined = ({ failureReason, failureCode }: EventFacts['data']): string =>
  why(typeof failureReason === 'string' ? merchantReason(failureReason, failureCode) : failureReason);
export const ofRefund = ({ data }: EventFacts): string =>
  typeof data.amount === 'string' && typeof data.currency === 'string'
    ? ` of ${formatDisplayed(data.amount, data.currency)}`
    : '';

const pastDue: Readonly<Record<string, string>> = {
  no_method: 'no payment method',
  method_refused: 'card permanently declined',
  authentication_required: 'customer authentication required',
};
export const whySkipped = (reason: unknown): string => why(pastDue[String(reason)]);

/** The plans of a plan change, by name. */
export const plansOf = ({ data: { planChange } }: EventFacts): string => {
  const { fromPlan, toPlan } = (planChange ?? {}) as Readonly<Record<string, unknown>>;
  return typeof fromPlan === 'string' && typeof toPlan === 'string' ? `: ${fromPlan} → ${toPlan}` : '';
};

/** "Store created: Corner Shop". */
export const withName =
  (label: string) =>
  ({ data }: EventFacts): string =>
    typeof data.name === 'string' ? `${label}: ${data.name}` : label;
export const nicknamed = ({ data }: EventFacts): string =>
  typeof data.nickname === 'string' ? `: ${data.nickname}` : '';
