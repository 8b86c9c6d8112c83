/** Coming into the portal and going. Every attempt counts against the address that it comes from. */

import { portalAddress } from '#server/customers/rules/portal-address.ts';
import { verifySessionToken } from '#server/customers/session-token.ts';
import { isEnvironment } from '#server/domain/environments.ts';
import { type Admission, enterByToken, openLink, requestLink } from '../portal/entry.ts';
import { endVisit } from '../portal/visit.ts';
import { modeOf } from '../portal/visitor-words.ts';
import type { Call, Outcome } from './portal-call.ts';
import { type Visitor, visitCookie } from './portal-visit.ts';

/** However little there is to do, asking for a link takes so long: whether anybody bought cannot be told from the time. */
const linkAnswerMs = 300;

const entries: Readonly<Record<string, Call>> = {
  /** `{token, environment}`, a customer's session token, to `{environment}`. */
  async enter(visitor, { token, environment }) {
    const claims = await verifySessionToken(typeof token === 'string' ? token : '', visitor.settings, visitor.now);
    const entrance = { store: visitor.store, environment: readEnvironment(environment) };
    return await letIn(visitor, await enterByToken(visitor.db, entrance, claims, visitor.now));
  },
  /** `{link}`, the secret of an emailed link, to `{environment}`. */
  async open(visitor, { link }) {
    return await letIn(visitor, await openLink(visitor.db, visitor.store, link, visitor.now));
  },
  /** `{email, environment}` to `{email}`, the same whether or not anybody bought with it. */
  async link(visitor, { email, environment }) {
    const { db, settings, store, voice, now } = visitor;
    const entrance = { store, environment: readEnvironment(environment) };
    const openUrl = `${settings.checkoutUrl}${portalAddress(store, entrance.environment, '/open')}`;
    const isFree = modeOf(entrance.environment, settings) !== 'live';
    return { data: await atLeast(linkAnswerMs, requestLink(db, entrance, email, { openUrl, voice, isFree }, now)) };
  },
  /** Ends the visit. */
  async leave(visitor) {
    await endVisit(visitor.db, visitor.store, visitor.secret);
    return { data: {}, cookie: visitCookie(visitor, undefined) };
  },
};

/** Whether it is an attempt to come in, which has a limit of its own. */
export const isEntrance = (name: string): boolean => name !== 'leave' && Object.hasOwn(entries, name);

/** Undefined for any other name, those that every object has (`constructor`) among them. */
export const entryOf = (name: string): Call | undefined => (Object.hasOwn(entries, name) ? entries[name] : undefined);

const readEnvironment = (given: unknown) => (typeof given === 'string' && isEnvironment(given) ? given : 'prod');

/** Whoever comes in as somebody leaves as whoever they were before. */
async function letIn(visitor: Visitor, { secret, environment }: Admission): Promise<Outcome> {
  await endVisit(visitor.db, visitor.store, visitor.secret);
  return { data: { environment }, cookie: visitCookie(visitor, secret) };
}

/** The same result or refusal, no sooner than that. */
async function atLeast<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work, new Promise((resolve) => setTimeout(resolve, ms))]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
