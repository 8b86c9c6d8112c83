/** The GraphQL documents that the public client packages ship: in their code, types and guides. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import recorded from './documents.json' with { type: 'json' };

export interface ClientDocument {
  readonly package: string;
  /** The file in the package, for messages. */
  readonly file: string;
  readonly query: string;
}

/** Each package's documents: read from the installed package or, without it, as recorded in `documents.json`. */
export function readDocuments(): ClientDocument[] {
  const root = join(import.meta.dirname, '../../../node_modules');
  return recorded.packages.flatMap(({ name }) => {
    const folder = join(root, name);
    return existsSync(folder) ? readPackage(name, folder) : recorded.documents.filter((one) => one.package === name);
  });
}

function readPackage(name: string, folder: string): ClientDocument[] {
  const files = globSync('{*.md,docs/*.md,dist/*.d.ts,dist/*.js}', { cwd: folder }).sort();
  const documents = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:query:\s*|_QUERY = )`([^`]*)`/g)].map(
      ([, query = '']) => ({
        package: name,
        file,
        query,
      }),
    ),
  );
  const unique = new Map(documents.map((document) => [document.query.replaceAll(/\s+/g, ' '), document]));
  return [...unique.values()];
}
