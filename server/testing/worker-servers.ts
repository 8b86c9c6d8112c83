/**
 * The database and the servers of the worker that runs this test. Workers share none, so that jobs that process a whole
 * database, and limits that a server counts for all callers, do not meet the tests of another worker.
 */
import { inject } from 'vitest';
import type { WorkerServers } from './global-setup.ts';

const response = await fetch(`${inject('workerServersUrl')}/${process.env.VITEST_POOL_ID}`);
if (!response.ok) throw new Error(`The servers did not start: ${await response.text()}`);

export const { databaseUrl, nodeUrl, nextUrl } = (await response.json()) as WorkerServers;

/** The server under test. */
export const baseUrl = inject('isBehindNext') ? nextUrl : nodeUrl;
