import { setTimeout as sleep } from 'node:timers/promises';
import { Api, chooseStore, untilAnswered } from '../../remote/api.ts';
import { connectionHelp, connectionOptions, readConnection } from '../../remote/connection.ts';
import { untilStopped } from '../../remote/until-stopped.ts';
import { parseOptions, UsageError } from '../../usage-error.ts';

export const usage = 'logs [--follow] [--limit 20] [--json]';
export const summary = 'Print the request log of the key’s environment, oldest first.';
export const details = `Options:
  --follow                 keeps printing new calls until Ctrl-C
  --limit N                how many past calls to print, at most 100; default: 20
  --json                   one JSON object per line

${connectionHelp}`;

const pollMs = 1000;
const maxLimit = 100;

interface LoggedRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly error: string | null;
  readonly hint: string | null;
  readonly createdAt: string;
}

/** Prints the newest calls, and with `--follow` each later one. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({
    args,
    options: {
      ...connectionOptions,
      follow: { type: 'boolean', default: false },
      limit: { type: 'string', default: '20' },
      json: { type: 'boolean', default: false },
    },
  });
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw new UsageError(`--limit: must be a whole number from 1 to ${maxLimit}`);
  }
  const api = new Api(readConnection(values));
  const print = (request: LoggedRequest) =>
    void process.stdout.write(`${values.json ? JSON.stringify(request) : lineOf(request)}\n`);
  await untilStopped(async (signal) => {
    const { id: storeId } = await chooseStore(api);
    const read = async (query: { limit: number; before?: string }) => {
      const { requests } = await untilAnswered(
        () => api.read('/v1/requests', { storeId, ...query }, { signal }),
        signal,
        ({ message }) => void process.stderr.write(`${message}\n`),
      );
      return requests as LoggedRequest[];
    };
    let newest = await read({ limit });
    for (const request of newest.toReversed()) print(request);
    while (values.follow) {
      await sleep(pollMs, undefined, { signal });
      const fresh = await readSince(read, newest);
      for (const request of fresh.toReversed()) print(request);
      // Calls are written a moment after their answer, not in order: the last ones are remembered.
      newest = [...fresh, ...newest].slice(0, 10 * maxLimit);
    }
  });
}

/** The calls that are not known yet, newest first. Reads further pages while all of a page are new. */
async function readSince(
  read: (query: { limit: number; before?: string }) => Promise<LoggedRequest[]>,
  known: readonly LoggedRequest[],
): Promise<LoggedRequest[]> {
  const ids = new Set(known.map(({ id }) => id));
  const oldest = known.at(-1)?.createdAt ?? '';
  const fresh: LoggedRequest[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await read({ limit: maxLimit, ...(before !== undefined && { before }) });
    const unknown = page.filter(({ id, createdAt }) => !ids.has(id) && createdAt >= oldest);
    fresh.push(...unknown);
    before = page.at(-1)?.id;
    if (page.length < maxLimit || unknown.length < page.length) return fresh;
  }
}

function lineOf({ createdAt, status, method, path, durationMs, error, hint }: LoggedRequest): string {
  return [createdAt, status, `${method} ${path}`, `${durationMs} ms`, error, hint].filter(Boolean).join('  ');
}
