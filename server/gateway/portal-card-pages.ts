/** The pages on which a subscription gets another card: the form, and the sandbox's bank. */
import { formSources } from '../checkout/page-form.ts';
import { readCard, readCardChallenge } from '../portal/card-view.ts';
import type { Visit } from '../portal/visit.ts';
import { settings as readSettings } from '../settings.ts';
import { type Answer, goTo, showNothing, showPage, whoVisits } from './portal-page.ts';
import { addressFor, scopeOf, type Visitor } from './portal-visit.ts';
import { mayCheck } from './rate-limit.ts';

/** The form for another card, and how far a change has come. */
export async function answerCard(
  visitor: Visitor,
  visit: Visit,
  path: string,
  orderId: string,
  query: URLSearchParams,
): Promise<Answer> {
  const { db, voice, storeNow } = visitor;
  const mayAsk = (id: string) => mayCheck(id, readSettings());
  const view = await readCard(db, scopeOf(visitor, visit), orderId, voice, storeNow, mayAsk);
  if (!view) return await showNothing(visitor, visit, path);
  // Back from the bank, as the provider says in the address: the order tells what is new.
  const isBack = query.has('setup_intent') || query.has('redirect_status');
  if (isBack && view.isDone) return goTo(addressFor(visitor, visit, `/orders/${view.orderId}`, { done: 'card' }));
  const answer = showPage(visitor, path, { kind: 'portal-card', visitor: await whoVisits(visitor, visit), view });
  // As long as a change is being looked at there is no form, and whoever waits here loads the page again afterwards.
  const extraSources = view.state === 'processing' ? undefined : formSources(view);
  return extraSources ? { ...answer, extraSources } : answer;
}

/** The sandbox's bank. Where nothing waits for it any more, the page with the card knows the rest. */
export async function answerCardChallenge(
  visitor: Visitor,
  visit: Visit,
  path: string,
  address: { orderId: string; changeId: string },
): Promise<Answer> {
  const view = await readCardChallenge(visitor.db, scopeOf(visitor, visit), address);
  if (!view) return goTo(addressFor(visitor, visit, `/orders/${encodeURIComponent(address.orderId)}/card`));
  return showPage(visitor, path, { kind: 'portal-challenge', visitor: await whoVisits(visitor, visit), view });
}
