/**
 * Where a test is: the database and the servers of the worker that runs it. No two workers share one, so that jobs which
 * sweep a whole database, and limits that a server counts for all its callers, meet no other file's tests.
 */
import { inject } from 'vitest';
import type { Place } from './doors.ts';

const answer = await fetch(`${inject('placesUrl')}/${process.env.VITEST_POOL_ID}`);
if (!answer.ok) throw new Error(`The doors did not open: ${await answer.text()}`);

export const { databaseUrl, fastUrl, nextUrl } = (await answer.json()) as Place;

/** The door under test. */
export const baseUrl = inject('isBehindNext') ? nextUrl : fastUrl;
