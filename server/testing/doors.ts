/**
 * Before the API tests: one database and the two doors to it, shared by the two projects that run the same tests.
 */
import type { TestProject } from 'vitest/node';
import { ensureBuild } from '../cli/build.ts';
import { startFastDoor, startNextDoor, startTestDatabase } from './test-servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The door under test. */
    baseUrl: string;
    fastUrl: string;
    /** Empty when only the fast door's project was asked for: that one needs no build. */
    nextUrl: string;
    databaseUrl: string;
  }
}

const NEXT_DOOR = 'api next door';

type Doors = { fastUrl: string; nextUrl: string; databaseUrl: string; close: () => Promise<void> };

/** On globalThis: each project loads its own copy of this module. */
const kept = globalThis as typeof globalThis & { counterfoilDoors?: Promise<Doors> };

export default async function setup(project: TestProject) {
  const withNext = project.vitest.projects.some(({ name }) => name === NEXT_DOOR);
  kept.counterfoilDoors ??= openDoors(withNext);
  const { close, ...urls } = await kept.counterfoilDoors;
  for (const [name, url] of Object.entries(urls)) project.provide(name as keyof typeof urls, url);
  project.provide('baseUrl', project.name === NEXT_DOOR ? urls.nextUrl : urls.fastUrl);
  return close;
}

async function openDoors(withNext: boolean): Promise<Doors> {
  if (withNext) await ensureBuild(() => console.error('Building …'));
  const database = await startTestDatabase();
  const [fast, next] = await Promise.all([
    startFastDoor(database.url, { pages: withNext, worker: false }),
    withNext ? startNextDoor(database.url) : null,
  ]);
  let closed: Promise<void> | undefined;
  const close = async () => {
    await Promise.all([fast.close(), next?.close()]);
    await database.close();
  };
  return {
    fastUrl: fast.url,
    nextUrl: next?.url ?? '',
    databaseUrl: database.url,
    close() {
      closed ??= close();
      return closed;
    },
  };
}
