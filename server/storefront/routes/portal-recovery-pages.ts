/** The recovery pages: `fix#link=<token>` from the email, then `fix/<ORD_…>`. */

import { recoveryUrl } from '#server/customers/recovery-link.ts';
import { fromShortId } from '#server/domain/ids.ts';
import type { GatewayRequest } from '#server/http/http.ts';
import { readCardQuestion } from '../portal/card-view.ts';
import { type RecoveryView, readRecovery } from '../portal/recovery-view.ts';
import { modeOf } from '../portal/visitor-words.ts';
import { isSentBack } from './bank-return.ts';
import { mayAsk, withFormSources } from './portal-card-pages.ts';
import { type Answer, goTo, showPage } from './portal-page.ts';
import { continueRecovery, openRecovery, type RecoveryVisit } from './portal-recovery-visit.ts';
import type { Visitor } from './portal-visit.ts';
import type { PageAnswer } from './storefront-routes.ts';

/** Answers a GET of `fix` and below; undefined for other addresses. */
export async function answerRecovery(
  request: GatewayRequest,
  visitor: Visitor,
  path: string,
  [, first, ...below]: readonly string[],
): Promise<Answer | undefined> {
  if (first === undefined) return show(visitor, path, { state: 'opening' });
  const isBank = below[0] === 'challenge' && below.length === 2;
  if (first === '' || (below.length > 0 && !isBank)) return undefined;
  if (fromShortId('ORD', first) === undefined) return isBank ? undefined : await forwardOldLink(visitor, first);
  const visit = await continueRecovery(visitor, request, first);
  if (!visit) return showOver(visitor, path, 'unknown');
  if ('over' in visit) return showOver({ ...visitor, environment: visit.link.environment }, path, visit.over);
  return isBank
    ? await answerBankPage(visit, path, below[1] ?? '')
    : await answerPage(visit, path, isSentBack(request.url));
}

/** Earlier emails had the token in the URL, where proxies could log it. */
async function forwardOldLink(visitor: Visitor, token: string): Promise<Answer> {
  const environment = (await openRecovery(visitor, token))?.link.environment ?? visitor.environment;
  const answer = goTo(recoveryUrl(visitor.store, environment, token));
  return { ...answer, headers: { ...answer.headers, 'Referrer-Policy': 'no-referrer' } };
}

async function answerPage({ visitor, desk, link }: RecoveryVisit, path: string, isBack: boolean): Promise<Answer> {
  const view = await readRecovery(visitor.db, link, desk, visitor.voice, visitor.storeNow, mayAsk(isBack));
  const answer = show(visitor, path, view);
  return view.state === 'open' ? withFormSources(answer, view.card) : answer;
}

/** The sandbox's 3D Secure page. Redirects to the link's page if nothing is pending. */
async function answerBankPage(
  { visitor, desk, pageAddress }: RecoveryVisit,
  path: string,
  id: string,
): Promise<Answer> {
  const view = await readCardQuestion(visitor.db, desk, id, visitor.voice);
  if (!view) return goTo(pageAddress);
  return showPage(visitor, path, { kind: 'portal-fix-challenge', ...modeFields(visitor), view });
}

const show = (visitor: Visitor, path: string, view: RecoveryView): PageAnswer =>
  showPage(visitor, path, { kind: 'portal-fix', ...modeFields(visitor), view });

const modeFields = ({ environment, settings }: Visitor) => ({ environment, mode: modeOf(environment, settings) });

/** Expired or unknown. */
const showOver = (visitor: Visitor, path: string, state: 'expired' | 'unknown'): Answer => ({
  ...show(visitor, path, { state }),
  status: state === 'expired' ? 410 : 404,
});
