/** The customer portal's pages and documents. */

import { portalAddress } from '#server/customers/rules/portal-address.ts';
import type { GatewayRequest } from '#server/http/http.ts';
import { countAnonymousCall, countCall } from '#server/platform/rate-limits/rate-limit.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import type { Visit } from '../portal/visit.ts';
import { modeOf } from '../portal/visitor-words.ts';
import type { PageContent } from '../rendering/page.ts';
import { answerCard, answerCardChallenge } from './portal-card-pages.ts';
import { orderPage, ordersPage, planPage, refundPage } from './portal-order-pages.ts';
import { type Answer, answerPlain, goTo, refusalOf, showNoStore, showNotFound, showPage } from './portal-page.ts';
import { answerReceipt } from './portal-receipt-pages.ts';
import { answerRecovery } from './portal-recovery-pages.ts';
import { answerPortalCall } from './portal-routes.ts';
import { callerOf, readVisitor, type Visitor } from './portal-visit.ts';

/** Answers all GET requests below /<store_slug>/portal. */
export async function answerPortal(request: GatewayRequest, path: string): Promise<Answer> {
  const [slug = '', , ...rest] = path.slice(1).split('/');
  const parts = rest.filter((part, index) => part !== '' || index < rest.length - 1);
  const settings = readSettings();
  // Before the first query, which costs the database more than counting.
  const limitStatus = await countAnonymousCall(`portal ${request.address}`, settings);
  if (request.method === 'POST') return await answerPortalCall(request, slug, parts, limitStatus);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (!isReading) return answerPlain(405, 'Method Not Allowed', { Allow: 'GET, HEAD, POST' });
  const tooMany = refusalOf(limitStatus);
  if (tooMany) return tooMany;
  const visitor = await readVisitor(request, slug);
  const tooManyOfVisitor = visitor?.visit && refusalOf(await countCall(callerOf(visitor, visitor.visit), '', settings));
  if (tooManyOfVisitor) return tooManyOfVisitor;
  if (!visitor) return showNoStore(request, path);
  const recovery = parts[0] === 'fix' ? await answerRecovery(request, visitor, path, parts) : undefined;
  if (recovery) return recovery;
  const query = new URL(request.url, 'http://page').searchParams;
  return await readPage(visitor, path, parts, query);
}

async function readPage(
  visitor: Visitor,
  path: string,
  parts: readonly string[],
  query: URLSearchParams,
): Promise<Answer> {
  const { visit, environment, store } = visitor;
  const way = { environment, mode: modeOf(environment, visitor.settings) };
  if (parts[0] === 'open' && parts.length === 1) return showPage(visitor, path, { kind: 'portal-open', ...way });
  if (visit) return await readVisitorsPage(visitor, visit, path, parts, query);
  if (parts[1]?.endsWith('.pdf')) return goTo(portalAddress(store, environment));
  return showPage(visitor, path, { kind: 'portal-sign-in', ...way });
}

/** Pages for signed-in customers. */
async function readVisitorsPage(
  visitor: Visitor,
  visit: Visit,
  path: string,
  parts: readonly string[],
  query: URLSearchParams,
): Promise<Answer> {
  const [noun, id = '', step, below, attemptId = ''] = parts;
  const isOf = (first: string, length: number) => noun === first && parts.length === length;
  if (noun === undefined) return showPage(visitor, path, await ordersPage(visitor, visit, query));
  if (isOf('receipts', 2)) return await answerReceipt(visitor, visit, path, id);
  if (isOf('orders', 3) && step === 'card') return await answerCard(visitor, visit, path, id, query);
  if (isOf('orders', 5) && step === 'card' && below === 'challenge') {
    return await answerCardChallenge(visitor, visit, path, { orderId: id, id: attemptId });
  }
  let content: PageContent | undefined;
  if (isOf('orders', 2)) content = await orderPage(visitor, visit, id, query);
  if (isOf('orders', 3) && step === 'plan') content = await planPage(visitor, visit, id);
  if (isOf('orders', 3) && step === 'refund') content = await refundPage(visitor, visit, id, query);
  return content ? showPage(visitor, path, content) : await showNotFound(visitor, visit, path);
}
