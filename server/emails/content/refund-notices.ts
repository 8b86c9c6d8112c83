/** Notices to store owners about refund requests and refunds that failed. */

import { formatDisplayed, formatMoney } from '#server/domain/money.ts';
import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import { type Draft, type DraftPart, englishDraft, lookOf } from '#server/events/rules/email-content.ts';
import { dashboardOrderUrl, type OrderOccurrence } from '../order-occurrence.ts';

const testNote = 'This order was placed in test mode. No money moved.';

interface Notice {
  readonly subject: string;
  /** The first paragraph. */
  readonly text: string;
  readonly parts: readonly DraftPart[];
}

function notice(occurrence: OrderOccurrence, { subject, text, parts }: Notice): Draft {
  const { order, owner, store } = occurrence;
  const isTest = order.environment === 'test';
  const button = { kind: 'button', label: 'Open the order', url: dashboardOrderUrl(occurrence) } as const;
  return englishDraft(lookOf(store), {
    subject,
    mark: isTest && 'Test',
    parts: [`Hello ${plainName(owner.name)},`, isTest ? `${text}\n${testNote}` : text, ...parts, button],
  });
}

const boughtFrom = ({ productName, store }: OrderOccurrence): string =>
  `${quotedName(productName)}, bought from your store ${quotedName(store.name)}`;

/** The amount that the event records; undefined where the provider did not name one. */
const amountIn = ({ event: { data } }: OrderOccurrence): string | undefined =>
  typeof data.amount === 'string' && typeof data.currency === 'string'
    ? formatDisplayed(data.amount, data.currency)
    : undefined;

/** A buyer requests a refund. The reason is quoted because it is the buyer's text. */
export function refundRequestNotice(occurrence: OrderOccurrence): Draft | undefined {
  const { event, order } = occurrence;
  if (typeof event.data.reason !== 'string') return undefined;
  const isAgain = event.type === 'refund_ticket.resubmitted';
  return notice(occurrence, {
    subject: isAgain ? 'Refund requested again' : 'Refund requested',
    text: `${order.buyerEmail ?? 'A customer'}${isAgain ? ' again requests' : ' requests'} a refund of ${amountIn(occurrence)} for ${boughtFrom(occurrence)}.`,
    parts: ['Their reason:', { kind: 'quote', text: event.data.reason }],
  });
}

/** A refund reached the payment provider's end. The merchant's reason is theirs, so it is not repeated. */
export function refundNotice(occurrence: OrderOccurrence): Draft | undefined {
  const { order, refund } = occurrence;
  if (!refund) return undefined;
  const amount = formatMoney(refund.amountMinor, refund.currency);
  return notice(occurrence, {
    subject: 'Refund succeeded',
    text: `${order.buyerEmail ?? 'The customer'} was refunded ${amount} for ${boughtFrom(occurrence)}.`,
    parts: [],
  });
}

/** A refund failed; the reason is the provider's. */
export function refundFailedNotice(occurrence: OrderOccurrence): Draft | undefined {
  const { order, refund } = occurrence;
  if (!refund) return undefined;
  const amount = formatMoney(refund.amountMinor, refund.currency);
  return notice(occurrence, {
    subject: 'Refund failed',
    text: `A refund of ${amount} for ${boughtFrom(occurrence)}, failed. ${order.buyerEmail ?? 'The customer'} has not received the money.`,
    parts: [
      `Reason: ${refund.failureReason?.replace(/\p{Cc}+/gu, ' ') ?? 'the payment provider gave no reason.'}`,
      'You can retry the refund on the order’s page, or refund the customer in another way:',
    ],
  });
}

/** A refund that was made in the provider's dashboard does not fit the ledger. */
export function unbookedRefundNotice(occurrence: OrderOccurrence): Draft {
  const { owner, store, event } = occurrence;
  const amount = amountIn(occurrence);
  return englishDraft(lookOf(store), {
    subject: 'Refund not recorded',
    parts: [
      `Hello ${plainName(owner.name)},`,
      `A refund${amount ? ` of ${amount}` : ''} for ${boughtFrom(occurrence)}, was made in the payment provider’s dashboard. It could not be recorded in Counterfoil:`,
      String(event.data.failureReason),
      'Your balance does not include it. The order’s page shows it:',
      { kind: 'button', label: 'Open the order', url: dashboardOrderUrl(occurrence) },
    ],
  });
}
