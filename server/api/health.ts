/**
 * What load balancers and container engines ask. `live`: the process answers, whatever has become of the database, so that
 * nobody restarts it for an outage elsewhere. `ready`: requests may be sent to it. `/v1/health` itself means ready.
 */

import { type Database, database } from '#db/client.ts';
import journal from '#db/migrations/meta/_journal.json' with { type: 'json' };
import { type ApiError, errors } from '#server/domain/errors.ts';
import { successBody } from '#server/http/envelope.ts';
import type { GatewayRequest } from '#server/http/http.ts';
import type { Reply } from '#server/http/reply.ts';
import { readSchemaVersion } from '#server/platform/data/schema-version.ts';
import { isDraining } from '#server/platform/draining.ts';
import { countHealthCall } from '#server/platform/rate-limits/rate-limit.ts';
import type { Settings } from '#server/platform/settings.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

const healthPaths = ['/v1/health', '/v1/health/live', '/v1/health/ready'];

export const isHealthPath = (path: string): boolean => healthPaths.includes(path);

/** The newest migration that this program was written for. A database that is ahead of it serves it as well. */
const newestMigration = Math.max(...journal.entries.map(({ when }) => when));

/** So long an answer of the database's holds: however often it is asked for, it is asked for once a second. */
const heldMs = 1000;
/** Whoever asks whether this is ready is told within that time, whatever the database does. */
const patienceMs = 2000;

type Readiness = 'ready' | 'database' | 'migrations';

interface Looking {
  readonly began: number;
  readonly answer: Promise<Readiness>;
  isOver: boolean;
}

const kept = globalThis as typeof globalThis & { counterfoilReadiness?: Looking };

/** Answers a request for one of the health paths; refuses with 503 while this process is not to be sent any. */
export async function answerHealth(request: GatewayRequest, path: string, reply: Reply, settings: Settings) {
  reply.count(await countHealthCall(request.address, settings));
  if (request.method !== 'GET' && request.method !== 'HEAD') throw errors.methodNotAllowed('GET');
  const refusal = path.endsWith('/live') ? undefined : await whyNotReady(settings);
  if (refusal) throw refusal;
  reply.send(200, successBody({ status: 'ok' }, []));
}

async function whyNotReady(settings: Settings): Promise<ApiError | undefined> {
  if (isDraining()) return errors.notReady('the process is stopping');
  const { db } = database(settings);
  switch (await withTimeout(lookAt(db), patienceMs).catch((): Readiness => 'database')) {
    case 'ready':
      return undefined;
    case 'migrations':
      return errors.notReady('migrations are pending');
    case 'database':
      return errors.notReady('the database does not answer');
  }
}

/** What the database says: what it said a moment ago, or is being asked already, or asked now. */
function lookAt(db: Database): Promise<Readiness> {
  const now = performance.now();
  const last = kept.counterfoilReadiness;
  // One question at a time: those that the database leaves open must not take its connections.
  if (last && (!last.isOver || now - last.began < heldMs)) return last.answer;
  const answer = readSchemaVersion(db).then(
    (version): Readiness => (version >= newestMigration ? 'ready' : 'migrations'),
    (): Readiness => 'database',
  );
  const looking: Looking = { began: now, answer, isOver: false };
  kept.counterfoilReadiness = looking;
  void answer.then(() => {
    looking.isOver = true;
  });
  return answer;
}
