/** Parses the bytes of a request into an object that can be validated and stored. */

import { errors } from '#server/domain/errors.ts';
import { exceedsJsonNodes, maxJsonNodes } from '#server/domain/json-nodes.ts';

const maxDepth = 32;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON object in a body. An empty body counts as an empty object, so that the error names the missing fields. */
export function readJsonObject(body: Uint8Array): Record<string, unknown> {
  if (body.length === 0) return {};
  if (exceedsJsonNodes(body)) throw errors.tooManyJsonNodes(maxJsonNodes);
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(body));
  } catch {
    throw errors.bodyNotJson();
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw errors.bodyNotObject();
  refuseUnstorable(value);
  return value as Record<string, unknown>;
}

/** PostgreSQL cannot store NUL or an unpaired surrogate, and no input needs 32 levels. Both would fail late. */
function refuseUnstorable(root: object): void {
  const open: [value: unknown, depth: number][] = [[root, 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value === 'string') refuseUnstorableText(value);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) throw errors.bodyTooDeep(maxDepth);
    for (const [key, child] of Object.entries(value)) {
      refuseUnstorableText(key);
      open.push([child, depth + 1]);
    }
  }
}

function refuseUnstorableText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw errors.bodyNotText();
}
