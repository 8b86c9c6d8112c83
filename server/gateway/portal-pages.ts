/** The customer portal's addresses: its pages, its documents, and what the pages call. */

import { formSources } from '../checkout/page-form.ts';
import { readClock } from '../clock.ts';
import { readBuyer, readingOf, themeOf } from '../hosted/buyer.ts';
import type { PageContent } from '../hosted/page.ts';
import { makePage } from '../hosted/pages.ts';
import { readCard, readCardChallenge } from '../portal/card-view.ts';
import { readOrder } from '../portal/order-view.ts';
import { readOrders } from '../portal/orders-view.ts';
import { readRefund } from '../portal/refund-view.ts';
import type { Visit } from '../portal/visit.ts';
import { describeVisitor, modeOf } from '../portal/visitor-words.ts';
import { renderReceiptPdf } from '../receipts/pdf.ts';
import { readReceipt, receiptFileName } from '../receipts/receipt.ts';
import { describeReceipt } from '../receipts/receipt-text.ts';
import { settings as readSettings } from '../settings.ts';
import type { PageAnswer } from './hosted-door.ts';
import type { GatewayRequest, GatewayResponse } from './http.ts';
import { answerPortalCall } from './portal-door.ts';
import { callerOf, portalPathOf, readVisitor, scopeOf, type Visitor } from './portal-visit.ts';
import { countAnonymousCall, countCall, countReceipt, mayCheck, type Standing } from './rate-limit.ts';

type Answer = GatewayResponse | PageAnswer;

/** Answers everything below /<store_slug>/portal. */
export async function answerPortal(request: GatewayRequest, path: string): Promise<Answer> {
  const [slug = '', , ...rest] = path.slice(1).split('/');
  const parts = rest.filter((part, place) => part !== '' || place < rest.length - 1);
  const visitor = await readVisitor(request, slug);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (visitor && request.method === 'POST') return await answerPortalCall(request, visitor, parts);
  if (request.method === 'POST') return plain(404, 'Not Found');
  if (!isReading) return plain(405, 'Method Not Allowed', { Allow: 'GET, HEAD, POST' });
  const tooMany = await countReading(request, visitor);
  if (tooMany) return tooMany;
  if (!visitor) return noStore(request, path);
  return await readPage(visitor, path, parts, new URL(request.url, 'http://page').searchParams);
}

/** A visitor counts by themselves; a stranger against their address. */
async function countReading(
  { address }: GatewayRequest,
  visitor: Visitor | undefined,
): Promise<GatewayResponse | undefined> {
  const settings = readSettings();
  const standing = visitor?.visit
    ? await countCall(callerOf(visitor, visitor.visit), '', settings)
    : await countAnonymousCall(`portal ${address}`, settings);
  return refusalOf(standing);
}

const refusalOf = ({ refusal }: Standing): GatewayResponse | undefined =>
  refusal && plain(429, 'Too Many Requests', refusal.headers);

const plain = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): GatewayResponse => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  body,
});

async function readPage(
  visitor: Visitor,
  path: string,
  parts: readonly string[],
  query: URLSearchParams,
): Promise<Answer> {
  const { visit, environment } = visitor;
  const [noun, id = '', step, ...more] = parts;
  const way = { environment, mode: modeOf(visitor.db, environment, visitor.settings) };
  if (noun === 'open' && parts.length === 1) return show(visitor, path, { kind: 'portal-open', ...way });
  if (!visit) {
    const isFile = id.endsWith('.pdf');
    return isFile ? goTo(portalPathOf(visitor.store)) : show(visitor, path, { kind: 'portal-sign-in', ...way });
  }
  if (noun === undefined) return show(visitor, path, await ordersPage(visitor, visit, query));
  if (noun === 'orders' && step === 'card' && more.length === 0) {
    return await cardPage(visitor, visit, path, id, query);
  }
  if (noun === 'orders' && more.length === 0) {
    return show(visitor, path, await orderPage(visitor, visit, { orderId: id, step }, query));
  }
  if (noun === 'orders' && step === 'card' && more[0] === 'challenge' && more.length === 2) {
    return await bankPage(visitor, visit, path, { orderId: id, changeId: more[1] ?? '' });
  }
  if (noun === 'receipts' && step === undefined) return await receiptPage(visitor, visit, path, id);
  return show(visitor, path, await nothing(visitor, visit));
}

async function ordersPage(visitor: Visitor, visit: Visit, query: URLSearchParams): Promise<PageContent> {
  const { db, voice, now } = visitor;
  const scope = scopeOf(visitor, visit);
  const view = await readOrders(db, scope, Number(query.get('page') ?? 1), voice, now);
  return { kind: 'portal-orders', visitor: await who(visitor, visit), view };
}

async function orderPage(
  visitor: Visitor,
  visit: Visit,
  { orderId, step }: { orderId: string; step: string | undefined },
  query: URLSearchParams,
): Promise<PageContent> {
  const { db, voice, now } = visitor;
  const scope = scopeOf(visitor, visit);
  if (step === undefined) {
    const view = await readOrder(db, scope, orderId, voice, now);
    const done = query.get('done');
    const news = done === 'card' || done === 'refund' ? done : null;
    if (view) return { kind: 'portal-order', visitor: await who(visitor, visit), view, news };
  }
  if (step === 'refund') {
    const view = await readRefund(db, scope, { orderId, paymentId: query.get('payment') ?? '' }, voice);
    if (view) return { kind: 'portal-refund', visitor: await who(visitor, visit), view };
  }
  return await nothing(visitor, visit);
}

async function cardPage(
  visitor: Visitor,
  visit: Visit,
  path: string,
  orderId: string,
  query: URLSearchParams,
): Promise<Answer> {
  const { db, store, voice, now } = visitor;
  const view = await readCard(db, scopeOf(visitor, visit), orderId, voice, now, (id) => mayCheck(id, readSettings()));
  if (!view) return show(visitor, path, await nothing(visitor, visit));
  // Back from the bank, as the provider says in the address: the order tells what is new.
  const isBack = query.has('setup_intent') || query.has('redirect_status');
  if (isBack && view.isDone) return goTo(`${portalPathOf(store)}/orders/${view.orderId}?done=card`);
  const answer = show(visitor, path, { kind: 'portal-card', visitor: await who(visitor, visit), view });
  const extraSources = formSources(view);
  return extraSources ? { ...answer, extraSources } : answer;
}

const goTo = (path: string): GatewayResponse => ({
  status: 303,
  headers: { Location: path, 'Cache-Control': 'no-store' },
  body: '',
});

/** The sandbox's bank. Where nothing waits for it any more, the page with the card knows the rest. */
async function bankPage(
  visitor: Visitor,
  visit: Visit,
  path: string,
  address: { orderId: string; changeId: string },
): Promise<Answer> {
  const { db, store } = visitor;
  const view = await readCardChallenge(db, scopeOf(visitor, visit), address);
  if (view) return show(visitor, path, { kind: 'portal-challenge', visitor: await who(visitor, visit), view });
  return goTo(`${portalPathOf(store)}/orders/${encodeURIComponent(address.orderId)}/card`);
}

async function receiptPage(visitor: Visitor, visit: Visit, path: string, name: string): Promise<Answer> {
  const { db, store, settings, voice, now } = visitor;
  const isPdf = name.endsWith('.pdf');
  const scope = { storeId: store.id, environment: visit.environment, buyer: visit.buyerIdentity };
  const receipt = await readReceipt(db, { ...scope, paymentId: name.replace(/\.pdf$/, '') }, now);
  if (!receipt) return show(visitor, path, await nothing(visitor, visit));
  if (!isPdf) {
    const view = { ...describeReceipt(receipt, voice), number: receipt.number, orderId: receipt.orderId };
    return show(visitor, path, { kind: 'portal-receipt', visitor: await who(visitor, visit), view });
  }
  // By the buyer, as whoever has a token begins visits at will.
  const tooMany = refusalOf(await countReceipt(`${store.id} ${visit.buyerIdentity}`, settings));
  if (tooMany) return tooMany;
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${receiptFileName(receipt)}"`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  return { status: 200, headers, body: await renderReceiptPdf(receipt, voice) };
}

const nothing = async (visitor: Visitor, visit: Visit): Promise<PageContent> => ({
  kind: 'portal-not-found',
  visitor: await who(visitor, visit),
});

const who = ({ db, settings }: Visitor, visit: Visit) => describeVisitor(db, visit, settings);

function show({ store, buyer, voice, now }: Visitor, path: string, content: PageContent): PageAnswer {
  const { name, slug, logo, website, supportEmail } = store;
  const checkoutSettings = store.checkoutSettings ?? {};
  const page = {
    store: { name, slug, logo, website, supportEmail, checkoutSettings },
    reading: { language: voice.language, locale: voice.locale },
    theme: themeOf(buyer, checkoutSettings.defaultDarkMode),
    path,
  };
  const status = content.kind === 'portal-not-found' ? 404 : 200;
  return { page: makePage(content, page, now), status, cookies: buyer.cookies };
}

function noStore(request: GatewayRequest, path: string): PageAnswer {
  const buyer = readBuyer(request);
  const page = { store: null, reading: readingOf(buyer, null), theme: themeOf(buyer, undefined), path };
  return { page: makePage({ kind: 'portal-not-found', visitor: null }, page, readClock()), status: 404 };
}
