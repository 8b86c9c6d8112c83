/** Generates `clients/typescript/src/generated`, also for `npm run clients`. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionFiles } from './action-files.ts';
import { graphqlFiles } from './graphql-files.ts';
import { webhookFile } from './webhook-file.ts';

const folder = join(import.meta.dirname, '../../../clients/typescript/src/generated');
const files = { ...actionFiles(), ...graphqlFiles(), 'webhook-events.ts': webhookFile() };
const outdated = 'outdated: run `npm run clients`';

test.each(Object.entries(files))('%s is what the service declares', async (path, text) => {
  await expect(text, outdated).toMatchFileSnapshot(join(folder, path));
});

test('no other file is in the generated folder', () => {
  expect(globSync('**/*.ts', { cwd: folder }).toSorted()).toEqual(Object.keys(files).toSorted());
});
