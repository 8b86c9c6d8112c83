/**
 * The dashboard's door: the same actions, transaction and envelope as /v1/actions, and the same GraphQL as /v1/graphql, for
 * a merchant who is signed in. Mounted by Next at /dashboard/api/<resource>/<action> and /dashboard/api/graphql.
 */
import { database, reader } from '../../db/client.ts';
import { actions } from '../actions/index.ts';
import { readClock } from '../clock.ts';
import { newUnguessableId } from '../domain/ids.ts';
import { errors } from '../errors.ts';
import { answerGraphql } from '../graphql/answer.ts';
import { withOrigin } from '../origin.ts';
import { settings as readSettings, type Settings } from '../settings.ts';
import { observed } from '../telemetry/observe.ts';
import { readEnvironmentHeader } from './authenticate.ts';
import { bytesOf, type GatewayRequest, type GatewayResponse, header } from './http.ts';
import { readIdempotentCall } from './idempotency.ts';
import { readJsonObject } from './json-body.ts';
import { readMerchant } from './merchant-auth.ts';
import { originOf } from './origin.ts';
import { countAnonymousCall, countCall } from './rate-limit.ts';
import { Reply } from './reply.ts';
import { runAction } from './run-action.ts';

/** Runs `<resource>/<action>` for whoever the cookies say is signed in. Never throws. */
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
  reply.send(answer.status, answer.body);
}

/** Answers a GraphQL query with what whoever is signed in may see in the environment that the header names. Never throws. */
export async function handleDashboardGraphql(request: GatewayRequest): Promise<GatewayResponse> {
  const reply = new Reply(newUnguessableId());
  try {
    const settings = readSettings();
    const { caller, body } = await identify(request, reply, settings);
    const limits = { requestId: reply.requestId, longestMs: 2 * settings.readTimeoutMs };
    const answered = await answerGraphql(reader(settings).db, caller, body, limits);
    reply.send(answered.status, answered.body, answered.headers);
  } catch (error) {
    reply.refuse(error);
  }
  return reply;
}

/** Who is signed in, counted against their limit, and what they sent. */
async function identify(request: GatewayRequest, reply: Reply, settings: Settings) {
  // A page of another site can make a browser send cookies, but not say that it is this site.
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

/** Whether a page of this site sent it. */
export function isSameOrigin({ headers }: GatewayRequest): boolean {
  const origin = header(headers, 'origin');
  return origin !== undefined && URL.parse(origin)?.host === header(headers, 'host');
}
