/** The pages behind the link of a payment that failed: `fix/<token>` from the email, then `fix/<ORD_…>`. */
import { formSources } from '../checkout/page-form.ts';
import { fromShortId } from '../domain/ids.ts';
import { type FixView, readFix, readFixChallenge } from '../portal/fix-view.ts';
import { modeOf } from '../portal/visitor-words.ts';
import { settings as readSettings } from '../settings.ts';
import type { GatewayRequest } from './http.ts';
import { continueFix, type FixVisit, fixAddress, fixCookie, openFix } from './portal-fix-visit.ts';
import { type Answer, goTo, showPage } from './portal-page.ts';
import type { Visitor } from './portal-visit.ts';
import { mayCheck } from './rate-limit.ts';

/** Answers a GET of `fix/…`; undefined where it is no address of these pages'. */
export async function answerFix(
  request: GatewayRequest,
  visitor: Visitor,
  path: string,
  [, first = '', ...below]: readonly string[],
): Promise<Answer | undefined> {
  const isBank = below[0] === 'challenge' && below.length === 2;
  if (first === '' || (below.length > 0 && !isBank)) return undefined;
  const isOrder = fromShortId('ORD', first) !== undefined;
  if (!isOrder) return isBank ? undefined : await openLink(visitor, path, first);
  const visit = await continueFix(visitor, request, first);
  if (!visit) return showOver(visitor, path, 'unknown');
  if ('over' in visit) return showOver({ ...visitor, environment: visit.scope.environment }, path, visit.over);
  return isBank ? await answerBankPage(visit, path, below[1] ?? '') : await answerPage(visit, path);
}

/** From the email: the token goes into a cookie, and out of the address. */
async function openLink(visitor: Visitor, path: string, token: string): Promise<Answer> {
  const visit = await openFix(visitor, token);
  if (!visit) return showOver(visitor, path, 'unknown');
  if ('over' in visit) return showOver({ ...visitor, environment: visit.scope.environment }, path, visit.over);
  const answer = goTo(fixAddress(visitor, visit.scope));
  const cookies = [fixCookie(visitor, token, visit.scope), ...visitor.buyer.cookies];
  return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookies, 'Referrer-Policy': 'no-referrer' } };
}

async function answerPage({ visitor, scope }: FixVisit, path: string): Promise<Answer> {
  const view = await readFix(visitor.db, scope, visitor.voice, visitor.storeNow, (id) => mayCheck(id, readSettings()));
  const answer = show(visitor, path, view);
  // As long as a charge is waited for there is no form; whoever waits here loads the page again afterwards.
  const extraSources = view.state === 'open' ? formSources(view.card) : undefined;
  return extraSources ? { ...answer, extraSources } : answer;
}

/** The sandbox's bank. Where nothing waits for it any more, the link's page knows the rest. */
async function answerBankPage({ visitor, scope }: FixVisit, path: string, id: string): Promise<Answer> {
  const view = await readFixChallenge(visitor.db, scope, id, visitor.voice);
  if (!view) return goTo(fixAddress(visitor, scope));
  return showPage(visitor, path, { kind: 'portal-fix-challenge', ...wayOf(visitor), view });
}

const show = (visitor: Visitor, path: string, view: FixView) =>
  showPage(visitor, path, { kind: 'portal-fix', ...wayOf(visitor), view });

const wayOf = ({ db, environment, settings }: Visitor) => ({ environment, mode: modeOf(db, environment, settings) });

/** Nothing is opened by it: gone, or never there. */
const showOver = (visitor: Visitor, path: string, state: 'expired' | 'unknown'): Answer => ({
  ...show(visitor, path, { state }),
  status: state === 'expired' ? 410 : 404,
});
