/** Sign-in and sign-out. Every attempt counts against the network's limit. */

import { portalAddress } from '#server/customers/rules/portal-address.ts';
import { verifySessionToken } from '#server/customers/session-token.ts';
import { isEnvironment } from '#server/domain/environments.ts';
import { type Admission, enterByToken, openLink, requestLink } from '../portal/entry.ts';
import { endVisit } from '../portal/visit.ts';
import { modeOf } from '../portal/visitor-words.ts';
import type { Call, Outcome } from './portal-call.ts';
import { type Visitor, visitCookie } from './portal-visit.ts';

/** The constant duration of a link request, so that timing does not reveal whether an address has orders. */
const linkAnswerMs = 300;

const entries: Readonly<Record<string, Call>> = {
  /** `{token, environment}`, a session token. Answers `{environment}`. */
  async enter(visitor, { token, environment }) {
    const claims = await verifySessionToken(typeof token === 'string' ? token : '', visitor.settings, visitor.now);
    const entrance = { store: visitor.store, environment: readEnvironment(environment) };
    return await letIn(visitor, await enterByToken(visitor.db, entrance, claims, visitor.now));
  },
  /** `{link}`, the secret of an emailed link. Answers `{environment}`. */
  async open(visitor, { link }) {
    return await letIn(visitor, await openLink(visitor.db, visitor.store, link, visitor.now));
  },
  /** `{email, environment}`. Answers `{email}`, whether or not the address has orders. */
  async link(visitor, { email, environment }) {
    const { db, settings, store, voice, now } = visitor;
    const entrance = { store, environment: readEnvironment(environment) };
    const openUrl = `${settings.checkoutUrl}${portalAddress(store, entrance.environment, '/open')}`;
    const isFree = modeOf(entrance.environment, settings) !== 'live';
    return { data: await atLeast(linkAnswerMs, requestLink(db, entrance, email, { openUrl, voice, isFree }, now)) };
  },
  /** Ends the session. */
  async leave(visitor) {
    await endVisit(visitor.db, visitor.store, visitor.secret);
    return { data: {}, cookie: visitCookie(visitor, undefined) };
  },
};

/** Whether the call is a sign-in attempt, which has its own limit. */
export const isEntrance = (name: string): boolean => name !== 'leave' && Object.hasOwn(entries, name);

/** Undefined for any other name, including inherited ones such as `constructor`. */
export const entryOf = (name: string): Call | undefined => (Object.hasOwn(entries, name) ? entries[name] : undefined);

const readEnvironment = (input: unknown) => (typeof input === 'string' && isEnvironment(input) ? input : 'prod');

/** A sign-in ends the previous session. */
async function letIn(visitor: Visitor, { secret, environment }: Admission): Promise<Outcome> {
  await endVisit(visitor.db, visitor.store, visitor.secret);
  return { data: { environment }, cookie: visitCookie(visitor, secret) };
}

/** Returns the result or error no sooner than that. */
async function atLeast<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work, new Promise((resolve) => setTimeout(resolve, ms))]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
