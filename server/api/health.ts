/**
 * Health checks for load balancers and container engines. `live`: the process answers, whatever the state of the
 * database, so that an outage elsewhere restarts nothing. `ready`: requests may be sent here. `/v1/health` means ready.
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

/** The newest migration that this version knows. A database with newer migrations works as well. */
const newestMigration = Math.max(...journal.entries.map(({ when }) => when));

/** The database is queried at most once a second, however often readiness is requested. */
const cacheMs = 1000;
/** The longest wait for the database before a check answers. */
const timeoutMs = 2000;

type Readiness = 'ready' | 'database' | 'migrations';

interface ReadinessCheck {
  readonly began: number;
  readonly answer: Promise<Readiness>;
  isOver: boolean;
}

const shared = globalThis as typeof globalThis & { counterfoilReadiness?: ReadinessCheck };

/** Answers a request to one of the health paths; throws 503 while this process must not receive requests. */
export async function answerHealth(request: GatewayRequest, path: string, reply: Reply, settings: Settings) {
  reply.count(await countHealthCall(request.address, settings));
  if (request.method !== 'GET' && request.method !== 'HEAD') throw errors.methodNotAllowed('GET');
  const refusal = path.endsWith('/live') ? undefined : await readinessRefusal(settings);
  if (refusal) throw refusal;
  reply.send(200, successBody({ status: 'ok' }, []));
}

async function readinessRefusal(settings: Settings): Promise<ApiError | undefined> {
  if (isDraining()) return errors.notReady('the process is stopping');
  const { db } = database(settings);
  switch (await withTimeout(checkDatabase(db), timeoutMs).catch((): Readiness => 'database')) {
    case 'ready':
      return undefined;
    case 'migrations':
      return errors.notReady('migrations are pending');
    case 'database':
      return errors.notReady('the database does not respond');
  }
}

/** The database's state: cached, already being queried, or queried now. */
function checkDatabase(db: Database): Promise<Readiness> {
  const now = performance.now();
  const last = shared.counterfoilReadiness;
  // One query at a time: unanswered queries must not use up the connections.
  if (last && (!last.isOver || now - last.began < cacheMs)) return last.answer;
  const answer = readSchemaVersion(db).then(
    (version): Readiness => (version >= newestMigration ? 'ready' : 'migrations'),
    (): Readiness => 'database',
  );
  const check: ReadinessCheck = { began: now, answer, isOver: false };
  shared.counterfoilReadiness = check;
  void answer.then(() => {
    check.isOver = true;
  });
  return answer;
}
