/** The committed OpenAPI document and the clients' generated files are current. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientsFolder, committedDocument, documentFile, generatedDocument } from './generator/document.ts';
import { generatedFiles } from './generator/generated-files.ts';

const hint = 'run `npm run clients` and commit the result';
const files = generatedFiles(committedDocument());

test('the committed OpenAPI document is the one that the server generates', () => {
  const [committed, generated] = [committedDocument().split('\n'), generatedDocument().split('\n')];
  const line = generated.findIndex((text, index) => text !== committed[index]);
  const difference = [committed[line] ?? '(end)', generated[line] ?? '(end)'];
  const isCurrent = line === -1 && committed.length === generated.length;
  expect(isCurrent, `clients/${documentFile} differs in line ${line + 1} (${difference.join(' → ')}): ${hint}`).toBe(
    true,
  );
});

test.each([...files])('%s is generated from the document', (file, text) => {
  const isCurrent = readFileSync(join(clientsFolder, file), 'utf8') === text;
  expect(isCurrent, `clients/${file} differs: ${hint}`).toBe(true);
});

test('no file of a removed resource is left', () => {
  const found = globSync('php/src/Resources/*', { cwd: clientsFolder });
  expect(found.filter((file) => !files.has(file.replaceAll('\\', '/')))).toEqual([]);
});
