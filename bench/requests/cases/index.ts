/** The cases by name. */
import type { RequestCase } from './case.ts';
import { createSession, createSessionIdempotent } from './create-session.ts';

const all = {
  'create-session': createSession,
  'create-session-idempotent': createSessionIdempotent,
} satisfies Record<string, RequestCase<unknown>>;

export type CaseName = keyof typeof all;
export const cases: Readonly<Record<CaseName, RequestCase<unknown>>> = all;
