/**
 * The database and servers of the worker that runs this test. Workers share none, so jobs over a whole database and
 * global rate limits do not affect tests of other workers.
 */
import { inject } from 'vitest';
import type { WorkerServers } from './global-setup.ts';

const response = await fetch(`${inject('workerServersUrl')}/${process.env.VITEST_POOL_ID}`);
if (!response.ok) throw new Error(`The servers did not start: ${await response.text()}`);

export const { databaseUrl, nodeUrl, nextUrl } = (await response.json()) as WorkerServers;

/** The server under test. */
export const baseUrl = inject('isBehindNext') ? nextUrl : nodeUrl;
