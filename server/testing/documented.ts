/** Compares every answer of an API test with the reference. */
import { actions } from '#server/actions/index.ts';
import { undocumentedIn } from '#server/docs/undocumented.ts';

const prefix = '/v1/actions/';

/**
 * Fails the current test if the reference does not document this answer. The error names the endpoint and the
 * difference.
 */
export function expectDocumented(method: string, path: string, status: number, body: unknown): void {
  const name = path.split('?', 1)[0]?.slice(prefix.length) ?? '';
  const action = path.startsWith(prefix) && method === 'POST' ? actions.get(name) : undefined;
  if (!action) return;
  const problems = undocumentedIn(action, status, body);
  if (problems.length === 0) return;
  throw new Error(
    `${name} answered what its reference does not say (server/actions/${name}.ts, docs and output):\n  ${problems.join('\n  ')}`,
  );
}
