/** What a buyer is told where an action or the portal itself refuses: the same refusal, in their language. */

import { refundRefusals } from '#server/billing/refunds/rules/refund.ts';
import { ticketRefusals } from '#server/billing/refunds/rules/refund-ticket.ts';
import { portalReasons } from '#server/customers/rules/portal.ts';
import { ApiError, type ErrorEntry } from '#server/domain/errors.ts';
import type { MessageKey, Say } from '#server/i18n/say.ts';

const ofPortal: Readonly<Record<(typeof portalReasons)[number], MessageKey>> = {
  signed_out: 'errors.portal.signedOut',
  link_used: 'errors.portal.linkUsed',
  link_expired: 'errors.portal.linkExpired',
  link_unknown: 'errors.portal.linkUnknown',
  link_too_soon: 'errors.portal.linkTooSoon',
  too_many_links: 'errors.portal.tooManyLinks',
  no_email: 'problems.email',
};

interface Telling {
  readonly key: MessageKey;
  readonly field?: string;
}

/** The actions' own sentences (they speak English, to programs) and what they mean to a buyer. */
function tell({ status, message, entries: [{ reason, layer }] }: ApiError): Telling | undefined {
  const own = portalReasons.find((known) => known === reason);
  if (own) return { key: ofPortal[own], ...(own === 'no_email' && { field: 'email' }) };
  if (status === 401) return { key: 'errors.portal.token' };
  if (status === 404 || status === 403) return { key: 'errors.portal.notFound' };
  // The limits on card testing speak to buyers themselves.
  if (status === 429 && layer === 'payment') return undefined;
  if (status === 429) return { key: 'errors.portal.tooMany' };
  if (status === 500) return { key: 'errors.internal' };
  if (message === refundRefusals.nothingPaid) return { key: 'errors.portal.nothingPaid' };
  if (message === refundRefusals.nothingLeft) return { key: 'errors.portal.nothingLeft' };
  if (message === ticketRefusals.alreadyOpen) return { key: 'errors.portal.refundOpen' };
  if (message === ticketRefusals.tooOften || message === ticketRefusals.rejectedTooOften) {
    return { key: 'errors.portal.refundTooOften' };
  }
  if (message === refundRefusals.invalidAmount || message.startsWith(refundRefusals.tooMuch)) {
    return { key: 'errors.portal.refundAmount', field: 'amount' };
  }
  if (message.includes('reason')) return { key: 'errors.portal.refundReason', field: 'reason' };
  if (message.includes('being processed')) return { key: 'errors.portal.paying' };
  if (message.startsWith('Only ')) return { key: 'errors.portal.notNow' };
  return undefined;
}

/** The refusal with a sentence for its buyer; what speaks to the buyer already stays as it is. */
export function inBuyersWords(error: ApiError, say: Say): ApiError {
  const told = tell(error);
  if (!told) return error;
  const seconds = Number(error.headers['Retry-After'] ?? 1);
  const { message: _, layer, ...details }: ErrorEntry = error.entries[0];
  return new ApiError(error.status, say(told.key, { seconds }), layer, {
    details: { ...details, ...(told.field && { field: told.field }) },
    headers: error.headers,
    keepsWrites: error.keepsWrites,
  });
}
