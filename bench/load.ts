/** Requests a second against one address, sent by a process of its own, as a client is. */
import { fileURLToPath } from 'node:url';
import { projectRoot } from '#server/cli/project-root.ts';
import { spawnTied } from '#server/cli/tied-process.ts';

export interface Rate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than 2xx, and none. */
  readonly failed: number;
}

const client = fileURLToPath(new URL('load-client.ts', import.meta.url));

/** Loads the address for `seconds`, after a second of warming up, over so many connections. */
export async function measureRate(url: string, { connections = 50, seconds = 10 } = {}): Promise<Rate> {
  let said = '';
  const { ended } = spawnTied([process.execPath, client, url, String(connections), String(seconds)], {
    cwd: projectRoot,
    output: ['pipe', 'inherit'],
    onOutput: (text) => {
      said += text;
    },
  });
  if ((await ended) !== 0) throw new Error(`The load on ${url} failed`);
  return JSON.parse(said) as Rate;
}
