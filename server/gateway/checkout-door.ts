/**
 * The hosted checkout's door: what the page in a buyer's browser may call. The session's id is the credential.
 * Mounted by Next below /<store_slug>/checkout/<token>.
 */
import { database } from '../../db/client.ts';
import { finishChallenge, type PayResult, payCheckout } from '../checkout/pay.ts';
import { readCheckout } from '../checkout/view.ts';
import { readClock } from '../clock.ts';
import { newUnguessableId } from '../domain/ids.ts';
import { errors } from '../errors.ts';
import { settings as readSettings } from '../settings.ts';
import { successBody } from './envelope.ts';
import type { GatewayRequest, GatewayResponse } from './http.ts';
import { readJsonObject } from './json-body.ts';
import { countPaymentAttempt } from './rate-limit.ts';
import { Reply } from './reply.ts';

interface Address {
  readonly storeSlug: string;
  readonly token: string;
}

/**
 * POST …/pay: `{email, country, state?, postcode?, cardNumber, cardExpiry, cardCvc}` to
 * `{state, returnUrl, challengePath}`: where to go next, null for the checkout page itself.
 */
export const handlePay = (address: Address, request: GatewayRequest): Promise<GatewayResponse> =>
  answer(address, request, async (db, checkout, now) => {
    return await payCheckout(db, checkout, readBody(request), now, { countAttempt });
  });

/** POST …/challenge/<payment>/finish: `{passed: boolean}`, what the sandbox's bank page sends. */
export const handleChallenge = (
  address: Address & { paymentId: string },
  request: GatewayRequest,
): Promise<GatewayResponse> =>
  answer(address, request, async (db, checkout, now) => {
    const { passed } = readBody(request);
    return await finishChallenge(db, { ...checkout, paymentId: address.paymentId }, passed === true, now);
  });

/** By the session's own id: the address may spell it in several ways. */
async function countAttempt(sessionId: string): Promise<void> {
  const { refusal } = await countPaymentAttempt(sessionId, readSettings());
  if (refusal) throw refusal;
}

function readBody({ body }: GatewayRequest): Record<string, unknown> {
  if (body === 'too-large') throw errors.bodyTooLarge();
  return readJsonObject(body);
}

type Database = ReturnType<typeof database>['db'];
type Step = (db: Database, checkout: { storeSlug: string; sessionId: string }, now: Date) => Promise<PayResult>;

async function answer(address: Address, request: GatewayRequest, step: Step): Promise<GatewayResponse> {
  const reply = new Reply(newUnguessableId());
  try {
    const settings = readSettings();
    const { db } = database(settings);
    const checkout = { storeSlug: address.storeSlug, sessionId: address.token };
    if (request.method !== 'POST') throw errors.methodNotAllowed('POST');
    const result = await step(db, checkout, readClock());
    const view = result.state === 'processing' ? undefined : await readCheckout(db, checkout, readClock());
    const next = { returnUrl: view?.returnUrl ?? null, challengePath: view?.challengePath ?? null };
    reply.send(200, successBody({ ...result, ...next }, []));
  } catch (error) {
    reply.refuse(error);
  }
  return reply;
}
