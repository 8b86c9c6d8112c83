/**
 * Before the API tests: one PostgreSQL, and on it a database with the two doors to it for each worker that asks for its
 * place. The projects' files take turns on them.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { ensureBuild } from '#server/cli/build.ts';
import { copyDatabase, startApiServer, startNextServer, startTestDatabase, type TestServer } from './test-servers.ts';

/** What a worker has to itself. */
export interface Place {
  readonly databaseUrl: string;
  /** `node:http`. */
  readonly fastUrl: string;
  /** Empty when only the fast door's project was asked for: that one needs no build. */
  readonly nextUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where workers are given their places: `<placesUrl>/<number of the worker>`. */
    placesUrl: string;
    /** Whether Next's is the door under test. */
    isBehindNext: boolean;
    /** A migrated database that nobody uses: to be copied. */
    emptyDatabaseUrl: string;
  }
}

const behindNext = 'api behind Next';

interface TestServers {
  readonly placesUrl: string;
  readonly emptyDatabaseUrl: string;
  close(): Promise<void>;
}

/** On globalThis: each project loads its own copy of this module. */
const kept = globalThis as typeof globalThis & { counterfoilTestServers?: Promise<TestServers> };

export default async function setup(project: TestProject) {
  const withNext = project.vitest.projects.some(({ name }) => name === behindNext);
  kept.counterfoilTestServers ??= openTestServers(withNext);
  const { placesUrl, emptyDatabaseUrl, close } = await kept.counterfoilTestServers;
  project.provide('placesUrl', placesUrl);
  project.provide('emptyDatabaseUrl', emptyDatabaseUrl);
  project.provide('isBehindNext', project.name === behindNext);
  return close;
}

async function openTestServers(withNext: boolean): Promise<TestServers> {
  if (withNext) await ensureBuild(() => console.error('Building …'));
  const database = await startTestDatabase();
  const servers: TestServer[] = [];
  const places = new Map<string, Promise<Place>>();
  const keep = async (starting: Promise<TestServer>): Promise<string> => {
    const server = await starting;
    servers.push(server);
    return server.url;
  };
  async function openPlace(number: string): Promise<Place> {
    const { url: databaseUrl } = await copyDatabase(database.url, `place_${number}`);
    const [fastUrl, nextUrl] = await Promise.all([
      keep(startApiServer(databaseUrl, { pages: false, worker: false })),
      withNext ? keep(startNextServer(databaseUrl)) : '',
    ]);
    return { databaseUrl, fastUrl, nextUrl };
  }
  const reception = createServer((request, response) => {
    const number = request.url?.slice(1) ?? '';
    const place = places.get(number) ?? openPlace(number);
    places.set(number, place);
    place.then(
      (opened) => response.end(JSON.stringify(opened)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => reception.listen(0, '127.0.0.1', resolve));
  let closed: Promise<void> | undefined;
  const close = async () => {
    reception.close();
    await Promise.all(servers.map((server) => server.close()));
    await database.close();
  };
  return {
    placesUrl: `http://127.0.0.1:${(reception.address() as AddressInfo).port}`,
    emptyDatabaseUrl: database.url,
    close() {
      closed ??= close();
      return closed;
    },
  };
}
