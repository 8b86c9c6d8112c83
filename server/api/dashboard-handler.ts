/**
 * Handles calls from the dashboard: the actions, transaction and envelope of /v1/actions and the GraphQL of
 * /v1/graphql, for a signed-in merchant. Next mounts it at /dashboard/api/<resource>/<action> and
 * /dashboard/api/graphql.
 */

import { database } from '#db/client.ts';
import { actions } from '#server/actions/index.ts';
import { errors } from '#server/domain/errors.ts';
import { newUnguessableId } from '#server/domain/ids.ts';
import { withOrigin } from '#server/events/data/origin.ts';
import { bytesOf, type GatewayRequest, type GatewayResponse, header } from '#server/http/http.ts';
import { readJsonObject } from '#server/http/json-body.ts';
import { hasJustWritten, recentWriteCookie } from '#server/http/recent-write.ts';
import { Reply } from '#server/http/reply.ts';
import { isSameOrigin } from '#server/http/same-origin.ts';
import { readClock } from '#server/platform/clock.ts';
import { observed } from '#server/platform/observe.ts';
import { countAnonymousCall, countCall } from '#server/platform/rate-limits/rate-limit.ts';
import { reader } from '#server/platform/reader.ts';
import { settings as readSettings, type Settings } from '#server/platform/settings.ts';
import { readEnvironmentHeader } from './authenticate.ts';
import { readIdempotentCall } from './idempotency.ts';
import { originOf } from './origin.ts';
import { runAction } from './run-action.ts';
import { readMerchant } from './sign-in/merchant-auth.ts';

/** Runs `<resource>/<action>` for the signed-in merchant. Never throws. */
export async function handleDashboardAction(name: string, request: GatewayRequest): Promise<GatewayResponse> {
  const reply = new Reply(newUnguessableId());
  try {
    await withOrigin(originOf(request, reply.requestId), () => answer(name, request, reply));
  } catch (error) {
    reply.refuse(error);
  }
  return reply;
}

async function answer(name: string, request: GatewayRequest, reply: Reply): Promise<void> {
  const settings = readSettings();
  const action = actions.get(name);
  if (!action) throw errors.unknownAction(name);
  const { caller, body, signedInAt } = await identify(request, reply, settings);
  const idempotent = readIdempotentCall(request, name, caller, body);
  const basedOn = header(request.headers, 'if-match')?.replaceAll('"', '');
  const call = { action, caller, body, idempotent, basedOn, signedInAt, now: readClock() };
  const answer = await observed('action', name, () => runAction(database(settings).db, settings, call));
  const { readUrl, maxReadLagMs, appUrl } = settings;
  if (readUrl) reply.headers['Set-Cookie'] = recentWriteCookie(maxReadLagMs, appUrl.startsWith('https:'));
  reply.send(answer.status, answer.body);
}

/** Answers a GraphQL query with what the signed-in merchant may see in the environment of the header. Never throws. */
export async function handleDashboardGraphql(request: GatewayRequest): Promise<GatewayResponse> {
  const reply = new Reply(newUnguessableId());
  try {
    const settings = readSettings();
    const { caller, body } = await identify(request, reply, settings);
    const limits = { requestId: reply.requestId, maxMs: 2 * settings.readTimeoutMs };
    // The schema is loaded at the first query.
    const { answerGraphql } = await import('#server/graphql/answer.ts');
    const { db } = reader(settings, { hasJustWritten: hasJustWritten(header(request.headers, 'cookie')) });
    const answered = await answerGraphql(db, caller, body, limits);
    reply.send(answered.status, answered.body, answered.headers);
  } catch (error) {
    reply.refuse(error);
  }
  return reply;
}

/** Returns the signed-in merchant, counted against their rate limit, and the request body. */
async function identify(request: GatewayRequest, reply: Reply, settings: Settings) {
  // A page of another site can make a browser send cookies, but cannot fake the Origin header.
  if (!isSameOrigin(request)) throw errors.insufficientPermissions();
  const environment = readEnvironmentHeader(request);
  if (environment === undefined) throw errors.invalidEnvironmentHeader();
  const merchant = await readMerchant(new Headers({ cookie: header(request.headers, 'cookie') ?? '' }), {
    fresh: true,
  });
  if (!merchant) {
    reply.count(await countAnonymousCall(request.address, settings));
    throw errors.invalidToken();
  }
  const caller = { kind: 'dashboard', merchantId: merchant.id, environment } as const;
  reply.count(await countCall(caller, request.address, settings));
  return { caller, body: readJsonObject(bytesOf(request)), signedInAt: merchant.signedInAt };
}
