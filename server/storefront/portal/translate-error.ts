/** Translates errors of actions and of the portal into the buyer's language. */

import { portalReasons } from '#server/customers/rules/portal.ts';
import { ApiError } from '#server/domain/errors.ts';
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

interface Translation {
  readonly key: MessageKey;
  readonly field?: string;
}

const byCode: Readonly<Record<string, MessageKey>> = {
  nothing_paid: 'errors.portal.nothingPaid',
  nothing_left: 'errors.portal.nothingLeft',
  refund_open: 'errors.portal.refundOpen',
  refund_too_often: 'errors.portal.refundTooOften',
  payment_in_flight: 'errors.portal.paying',
  wrong_status: 'errors.portal.notNow',
  nothing_scheduled: 'errors.portal.notNow',
  subscription_paused: 'errors.portal.notNow',
  product_not_active: 'errors.portal.notNow',
  product_without_version: 'errors.portal.notNow',
  store_not_active: 'errors.portal.notNow',
  no_payment_provider: 'errors.portal.notNow',
};

const byField: Readonly<Record<string, MessageKey>> = {
  amount: 'errors.portal.refundAmount',
  reason: 'errors.portal.refundReason',
};

/** Maps an error to a message. Actions return English messages for programs. */
function translate({ status, code, path = '', layer, details: { reason } }: ApiError): Translation | undefined {
  const own = portalReasons.find((known) => known === reason);
  if (own) return { key: ofPortal[own], ...(own === 'no_email' && { field: 'email' }) };
  if (status === 401) return { key: 'errors.portal.token' };
  if (status === 404 || status === 403) return { key: 'errors.portal.notFound' };
  // The card testing limits already return a message for buyers.
  if (status === 429 && layer === 'payment') return undefined;
  if (status === 429) return { key: 'errors.portal.tooMany' };
  if (status === 500) return { key: 'errors.internal' };
  const key = byField[path];
  return key ? { key, field: path } : byCode[code] && { key: byCode[code] };
}

/** Returns the error with a message for the buyer. Errors without a mapping stay unchanged. */
export function translateError(error: ApiError, say: Say): ApiError {
  const translation = translate(error);
  if (!translation) return error;
  const seconds = Number(error.headers['Retry-After'] ?? 1);
  return new ApiError(error.status, say(translation.key, { seconds }), error.layer, {
    code: error.code,
    path: translation.field,
    details: error.details,
    headers: error.headers,
    keepsWrites: error.keepsWrites,
  });
}
