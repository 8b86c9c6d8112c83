/** The pages that update the card of a visitor's subscription: the form and the sandbox's 3D Secure page. */

import { findBuyerOrder } from '#server/billing/orders/data/buyer-orders.ts';
import { canChangeMethod } from '#server/billing/orders/rules/order.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { mayCheck } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { formSources } from '../checkout/page-form.ts';
import { type CardView, pollMethodChange, readCard, readCardQuestion } from '../portal/card-view.ts';
import type { Visit } from '../portal/visit.ts';
import { ownCardVisit } from './portal-card-visit.ts';
import { type Answer, describeCurrentVisitor, goTo, showNotFound, showPage } from './portal-page.ts';
import { addressFor, scopeOf, type Visitor } from './portal-visit.ts';
import type { PageAnswer } from './storefront-routes.ts';

/** Whether the provider may be asked about an attempt, with or without a return from a challenge. */
export const mayAsk =
  (isBack: boolean) =>
  (id: string): Promise<boolean> =>
    mayCheck(id, readSettings(), isBack);

/** The page, with the sources of the card form. While the page is waiting, it has no form. */
export function withFormSources(answer: PageAnswer, card: CardView): PageAnswer {
  const isWaiting = card.state === 'processing' || card.state === 'charging';
  // A waiting page reloads afterwards.
  const extraSources = isWaiting ? undefined : formSources(card);
  return extraSources ? { ...answer, extraSources } : answer;
}

/** The visitor's subscription whose card can be updated; undefined otherwise. */
async function findOwn(visitor: Visitor, visit: Visit, orderId: string) {
  const id = fromShortId('ORD', orderId);
  const found = id && (await findBuyerOrder(visitor.db, scopeOf(visitor, visit), id));
  return found && canChangeMethod(found.order, visitor.storeNow) ? ownCardVisit(visitor, visit, found) : undefined;
}

/** The card form and the progress of a change. */
export async function answerCard(
  visitor: Visitor,
  visit: Visit,
  path: string,
  orderId: string,
  query: URLSearchParams,
): Promise<Answer> {
  const { db, voice, storeNow } = visitor;
  const before = await findOwn(visitor, visit, orderId);
  const isBack = query.has('redirect_status');
  if (before) await pollMethodChange(db, before.desk, storeNow, mayAsk(isBack));
  const found = before && (await findOwn(visitor, visit, orderId));
  if (!found) return await showNotFound(visitor, visit, path);
  const view = await readCard(db, found.desk, voice, storeNow);
  // A return from a challenge: the order page shows the result.
  if (isBack && view.isDone) return goTo(found.doneAddress);
  const content = { kind: 'portal-card', visitor: await describeCurrentVisitor(visitor, visit), view } as const;
  return withFormSources(showPage(visitor, path, content), view);
}

/** The sandbox's 3D Secure page. Redirects to the card page if nothing is pending. */
export async function answerCardChallenge(
  visitor: Visitor,
  visit: Visit,
  path: string,
  { orderId, id }: { readonly orderId: string; readonly id: string },
): Promise<Answer> {
  const found = await findOwn(visitor, visit, orderId);
  const view = found && (await readCardQuestion(visitor.db, found.desk, id, visitor.voice));
  if (!view) return goTo(addressFor(visitor, visit, `/orders/${encodeURIComponent(orderId)}/card`));
  return showPage(visitor, path, {
    kind: 'portal-challenge',
    visitor: await describeCurrentVisitor(visitor, visit),
    view,
  });
}
