/**
 * The gateway: handles every request under /v1/, from raw bytes to the envelope. It is independent of node:http and
 * Next; both mount it and give the same answers byte for byte.
 */

import { merchantDatabase } from '#db/client.ts';
import { actions } from '#server/actions/index.ts';
import { openApiText } from '#server/docs/openapi.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { newUnguessableId } from '#server/domain/ids.ts';
import type { KeyScope } from '#server/domain/key-scopes.ts';
import { withOrigin } from '#server/events/data/origin.ts';
import { explorerPage, explorerPolicy } from '#server/graphql/explorer/explorer.ts';
import { compressed } from '#server/http/compression.ts';
import { successBody } from '#server/http/envelope.ts';
import { bytesOf, type GatewayRequest, type GatewayResponse, pathOf } from '#server/http/http.ts';
import { readJsonObject } from '#server/http/json-body.ts';
import { newNonce } from '#server/http/nonce.ts';
import { Reply } from '#server/http/reply.ts';
import { pointsOf } from '#server/http/request-body.ts';
import { stripeWebhookPath } from '#server/http/stripe-webhook-path.ts';
import { type Action, type Caller, rowsMerchantOf, type Warning } from '#server/platform/action.ts';
import { readClock } from '#server/platform/clock.ts';
import { log } from '#server/platform/log.ts';
import { observed } from '#server/platform/observe.ts';
import { countAnonymousCall, countCall, countPublicSession } from '#server/platform/rate-limits/rate-limit.ts';
import { merchantReader } from '#server/platform/reader.ts';
import { settings as readSettings, type Settings } from '#server/platform/settings.ts';
import { admitKey, explainRefusal } from './api-key.ts';
import { authenticate, type Identity, isPublic, readEnvironmentHeader } from './authenticate.ts';
import { answerHealth, isHealthPath } from './health.ts';
import { readIdempotentCall } from './idempotency.ts';
import { originOf } from './origin.ts';
import { answerStripeWebhook } from './payment-webhook.ts';
import { signedReads } from './reads/index.ts';
import { type AnswerRead, queryOf } from './reads/signed-read.ts';
import { noteRequest } from './request-log.ts';
import { routeOf } from './route-of.ts';
import { requireCaller, runAction } from './run-action.ts';
import { answerWebhookKeys, webhookKeysPath } from './webhook-keys.ts';

/** Answers any request under /v1/. Never throws: an unexpected error becomes a 500 without details. */
export async function handleRequest(request: GatewayRequest): Promise<GatewayResponse> {
  const requestId = newUnguessableId();
  const startedAt = readClock();
  const started = performance.now();
  const reply = new Reply(requestId, publicHeaders);
  try {
    await withOrigin(originOf(request, requestId), () => answer(request, reply, requestId));
  } catch (error) {
    reply.refuse(error);
  }
  const durationMs = Math.round(performance.now() - started);
  const by = reply.caller && { merchantId: reply.caller.merchantId, environment: reply.caller.environment };
  log().debug(
    { requestId, method: request.method, route: routeOf(pathOf(request.url)), status: reply.status, durationMs, ...by },
    'request',
  );
  noteRequest(request, reply, startedAt, durationMs);
  return await compressed(request, reply);
}

/** Headers of every answer under /v1/. */
export const publicHeaders = {
  // Public checkouts call from the merchant's own pages. Cookies are ignored here, so any origin is allowed.
  'Access-Control-Allow-Origin': '*',
  Vary: 'Accept-Encoding',
  'Access-Control-Expose-Headers': 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed',
};

async function answer(request: GatewayRequest, reply: Reply, requestId: string): Promise<void> {
  const settings = readSettings();
  const path = pathOf(request.url);
  if (request.method === 'OPTIONS') {
    await countAnonymous(request, reply, settings);
    return preflight(reply);
  }
  if (isHealthPath(path)) return await answerHealth(request, path, reply, settings);
  if (path === '/v1/openapi.json') return await openApi(request, reply, settings);
  if (path === webhookKeysPath) return await answerWebhookKeys(request, reply, settings);
  if (path === stripeWebhookPath) return await answerStripeWebhook(request, reply, settings);
  if (path === '/v1/graphql') return await graphql(request, reply, settings, requestId);
  const read = signedReads.get(path);
  if (read) return await answerRead(read, request, reply, settings);
  const action = actions.get(path.replace(/^\/v1\/actions\//, ''));
  if (!path.startsWith('/v1/actions/') || !action) {
    await countAnonymous(request, reply, settings);
    throw errors.unknownAction(path);
  }
  if (request.method !== 'POST') {
    await countAnonymous(request, reply, settings);
    throw errors.methodNotAllowed('POST');
  }
  await runSigned(action, path, request, reply, settings);
}

/** Answers a signed `GET`. */
async function answerRead(read: AnswerRead, request: GatewayRequest, reply: Reply, settings: Settings): Promise<void> {
  if (request.method !== 'GET') {
    await countAnonymous(request, reply, settings);
    throw errors.methodNotAllowed('GET');
  }
  await refuseUnread(request, reply, settings);
  const caller = await identify(request, reply, settings, readClock(), 'read');
  if (caller.kind !== 'apiKey') throw errors.insufficientPermissions();
  const data = await read({ caller, query: queryOf(request.url), settings });
  reply.send(200, successBody(data, environmentWarnings(caller, request)));
}

/** Open to callers without a credential, who could use it to test stolen cards. */
const publicSessionPath = '/v1/actions/checkout/create-session';

/** Runs one action for an outside caller. */
async function runSigned(
  action: Action,
  path: string,
  request: GatewayRequest,
  reply: Reply,
  settings: Settings,
): Promise<void> {
  await refuseUnread(request, reply, settings);
  if (path === publicSessionPath && isPublic(request)) {
    // Counts before the store is looked up.
    const { refusal } = await countPublicSession(request.address, settings);
    if (refusal) throw refusal;
  }
  const now = readClock();
  const caller = await identify(request, reply, settings, now, action.keyScope).catch((refusal: unknown) => {
    throw inEndpointWords(action, refusal);
  });
  requireCaller(action, caller);
  const body = readJsonObject(bytesOf(request));
  if (action.refusesEnvironmentHeader) refuseEnvironmentHeader(action, request);
  const warnings = environmentWarnings(caller, request);
  const idempotent = readIdempotentCall(request, path, caller, body);
  const db = await merchantDatabase(settings, rowsMerchantOf(caller));
  const answer = await observed('action', path.replace(/^\/v1\/actions\//, ''), () =>
    runAction(db, settings, { action, caller, body, idempotent, warnings, now }),
  );
  reply.send(answer.status, answer.body, answer.replayed ? { 'Idempotency-Replayed': 'true' } : {});
}

/** Rewords a failed authentication by the endpoint's own error table; returns any other refusal unchanged. */
const inEndpointWords = (action: Action, refusal: unknown): unknown =>
  refusal instanceof ApiError && refusal.status === 401 ? (action.refuseCredential?.(refusal) ?? refusal) : refusal;

/**
 * Authenticates the caller, counts the call and admits an API key with that scope. A refused credential counts against
 * its address. Without a scope, no API key may make the call.
 */
async function identify(
  request: GatewayRequest,
  reply: Reply,
  settings: Settings,
  now: Date,
  scope: KeyScope | undefined,
): Promise<Caller> {
  let identity: Identity;
  try {
    identity = await authenticate(request, settings, now);
  } catch (refusal) {
    await countAnonymous(request, reply, settings);
    // After counting: a call over the limit gets no diagnosis.
    throw await explainRefusal(refusal);
  }
  const { caller } = identity;
  reply.caller = caller;
  reply.count(await countCall(caller, request.address, settings, pointsOf(request)));
  if (identity.key) admitKey(identity, { scope, address: request.address, now });
  return caller;
}

/** Throws if the body was rejected while it was read. */
async function refuseUnread(request: GatewayRequest, reply: Reply, settings: Settings): Promise<void> {
  if (!(request.body instanceof ApiError)) return;
  await countAnonymous(request, reply, settings);
  throw request.body;
}

/** Counts a call without a known caller against its address. */
const countAnonymous = async (request: GatewayRequest, reply: Reply, settings: Settings): Promise<void> =>
  reply.count(await countAnonymousCall(request.address, settings, pointsOf(request)));

function refuseEnvironmentHeader(action: Action, request: GatewayRequest): void {
  if (readEnvironmentHeader(request) === undefined) return;
  throw errors.environmentHeaderNotAllowed(action.layer);
}

/** An API key is bound to its environment: a header that names the other one is ignored with a warning. */
function environmentWarnings(caller: Caller, request: GatewayRequest): Warning[] {
  const environment = readEnvironmentHeader(request);
  if (environment === undefined || environment === caller.environment) return [];
  return [
    {
      message: `Header X-Environment (${environment}) was ignored: the API key is bound to ${caller.environment}`,
      layer: 'gateway',
      aiHint: `Leave the header out, or sign with a key of ${environment}.`,
    },
  ];
}

function preflight(reply: Reply): void {
  reply.send(204, '', {
    'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Store-Slug, X-Environment, X-Idempotency-Key',
    'Access-Control-Max-Age': '86400',
  });
}

/** The OpenAPI document, the same for every caller. */
async function openApi(request: GatewayRequest, reply: Reply, settings: Settings): Promise<void> {
  await countAnonymous(request, reply, settings);
  if (request.method !== 'GET' && request.method !== 'HEAD') throw errors.methodNotAllowed('GET');
  reply.send(200, openApiText(settings), { 'Cache-Control': 'public, max-age=300, no-transform' });
}

async function graphql(request: GatewayRequest, reply: Reply, settings: Settings, requestId: string): Promise<void> {
  if (request.method === 'GET' && settings.explorer === 'on') {
    await countAnonymous(request, reply, settings);
    const slug = new URLSearchParams(request.url.split('?')[1]).get('slug') ?? undefined;
    const nonce = newNonce();
    return reply.send(200, explorerPage(nonce, slug), {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': explorerPolicy(nonce, "'none'"),
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
    });
  }
  if (request.method !== 'POST') {
    await countAnonymous(request, reply, settings);
    throw errors.methodNotAllowed('POST');
  }
  await refuseUnread(request, reply, settings);
  const caller = await identify(request, reply, settings, readClock(), 'read');
  const body = readJsonObject(bytesOf(request));
  const warnings = environmentWarnings(caller, request);
  const around = { requestId, warnings, maxMs: 2 * settings.readTimeoutMs };
  // The schema is loaded at the first query.
  const { answerGraphql } = await import('#server/graphql/answer.ts');
  const db = await merchantReader(settings, rowsMerchantOf(caller));
  const answered = await answerGraphql(db, caller, body, around);
  reply.send(answered.status, answered.body, answered.headers);
}
