/** The GraphQL documents that the public client packages ship: in their code, types and guides. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ClientDocument {
  readonly package: string;
  /** The file in the package, for messages. */
  readonly file: string;
  readonly query: string;
}

const packages = ['@waffo/pancake-ts', '@waffo/pancake-nextjs'];

/** Each package's documents. */
export const readDocuments = (): ClientDocument[] => packages.flatMap(readPackage);

function readPackage(name: string): ClientDocument[] {
  const folder = join(import.meta.dirname, '../../../node_modules', name);
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
