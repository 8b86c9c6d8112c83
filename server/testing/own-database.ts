/** Databases of a test's own, beside the one of its worker. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { copyDatabase, type TestDatabase } from './test-servers.ts';

/** An empty, migrated database, for tests that look at all there is. */
export const newDatabase = (): Promise<TestDatabase> =>
  copyDatabase(inject('emptyDatabaseUrl'), `own_${randomUUID().replaceAll('-', '')}`);
