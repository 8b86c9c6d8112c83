/** The calls of the recovery pages: `fix`, then `fix/<ORD_…>` and below. */
import { portalRefusal } from '#server/customers/rules/portal.ts';
import { ApiError } from '#server/domain/errors.ts';
import { isUnpaid } from '../portal/recovery-view.ts';
import type { Call } from './portal-call.ts';
import { cardCallOf } from './portal-card-calls.ts';
import { continueRecovery, openRecovery, recoveryCookie } from './portal-recovery-visit.ts';

/** Undefined for an unknown step. */
export function recoveryCallOf([orderId, ...rest]: readonly string[]): Call | undefined {
  if (orderId === undefined) return openLink;
  const step = cardCallOf(rest);
  if (!step) return undefined;
  return async (visitor, body, request) => {
    const visit = await continueRecovery(visitor, request, orderId);
    // Expired, or paid in the meantime: the page shows it after its refresh.
    const isOver = !visit || 'over' in visit || !isUnpaid(visit.desk.order, visit.link);
    if (isOver) throw new ApiError(400, visitor.voice.say('errors.portal.notNow'), 'user');
    return await step(visit, body, request);
  };
}

/**
 * `{link}`, the link's token. Answers `{goTo}`, the order's page, and a cookie for that page. A token works any number
 * of times until it expires, so mail scanners do not use it up.
 */
const openLink: Call = async (visitor, { link: token }) => {
  const visit = typeof token === 'string' ? await openRecovery(visitor, token) : undefined;
  if (typeof token !== 'string' || !visit) throw portalRefusal('link_unknown');
  if ('over' in visit) throw portalRefusal('link_expired');
  return { data: { goTo: visit.pageAddress }, cookie: recoveryCookie(visit, token) };
};
