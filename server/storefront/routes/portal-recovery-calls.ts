/** What the pages behind the link of a payment that failed call: `fix`, then `fix/<ORD_…>` and below. */
import { portalRefusal } from '#server/customers/rules/portal.ts';
import { ApiError } from '#server/domain/errors.ts';
import { isOwed } from '../portal/recovery-view.ts';
import type { Call } from './portal-call.ts';
import { cardCallOf } from './portal-card-calls.ts';
import { continueFix, fixCookie, openFix } from './portal-recovery-visit.ts';

/** Undefined where there is no such step. */
export function fixCallOf([orderId, ...rest]: readonly string[]): Call | undefined {
  if (orderId === undefined) return openLink;
  const step = cardCallOf(rest);
  if (!step) return undefined;
  return async (visitor, body, request) => {
    const visit = await continueFix(visitor, request, orderId);
    // Not good any more, or paid meanwhile: the page says so as soon as it is read again.
    const isOver = !visit || 'over' in visit || !isOwed(visit.desk.order, visit.link);
    if (isOver) throw new ApiError(400, visitor.voice.say('errors.portal.notNow'), 'user');
    return await step(visit, body, request);
  };
}

/**
 * `{link}`, the token of the link, to `{goTo}`: the page of its order, and a cookie that opens that page. As often as
 * anybody likes, as long as the link is good: nothing is used up by whoever looks into mails by itself.
 */
const openLink: Call = async (visitor, { link: token }) => {
  const visit = typeof token === 'string' ? await openFix(visitor, token) : undefined;
  if (typeof token !== 'string' || !visit) throw portalRefusal('link_unknown');
  if ('over' in visit) throw portalRefusal('link_expired');
  return { data: { goTo: visit.pageAddress }, cookie: fixCookie(visit, token) };
};
