/** The committed OpenAPI document, from which the clients are generated. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '#server/docs/openapi.ts';

export const clientsFolder = join(import.meta.dirname, '..');
export const documentFile = 'openapi.json';

/** The address of a service in development. The document of a running service has its own. */
const appUrl = 'http://localhost:3000';

/** The committed form of the document that the server generates. */
export const generatedDocument = (): string => `${compactJson(openApiDocument({ appUrl }))}\n`;

export const committedDocument = (): string => readFileSync(join(clientsFolder, documentFile), 'utf8');

const maxLineLength = 120;

/** JSON in which a value that fits in a line has one, so that a review shows few lines. */
function compactJson(value: unknown, indent = '', used = 0): string {
  const line = JSON.stringify(value, null, 1)?.replaceAll(/\n\s*/g, ' ') ?? 'null';
  const isSmall = indent.length + used + line.length <= maxLineLength;
  if (typeof value !== 'object' || value === null || isSmall) return line;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => compactJson(item, inner))
    : Object.entries(value).map(([name, part]) => {
        const key = `${JSON.stringify(name)}: `;
        return `${key}${compactJson(part, inner, key.length)}`;
      });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines.map((text) => `${inner}${text}`).join(',\n')}\n${indent}${close}`;
}
