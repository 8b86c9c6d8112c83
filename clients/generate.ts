/** `npm run clients`: writes the OpenAPI document and the clients' generated files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clientsFolder, documentFile, generatedDocument } from './generator/document.ts';
import { generatedFiles } from './generator/generated-files.ts';

const document = generatedDocument();
for (const [file, text] of new Map([[documentFile, document], ...generatedFiles(document)])) {
  const path = join(clientsFolder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
