/** From the bytes of a request to an object that can be validated and stored. */

import { errors } from '#server/domain/errors.ts';
import { exceedsJsonNodes, maxJsonNodes } from '#server/domain/json-nodes.ts';

const deepest = 32;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON object in a body. An empty body counts as an empty object, so that it is refused for what it lacks. */
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

/** PostgreSQL stores no NUL and no half surrogate pair, and nothing here needs 32 levels: both would fail late. */
function refuseUnstorable(root: object): void {
  const open: [value: unknown, depth: number][] = [[root, 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value === 'string') refuseUnstorableText(value);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > deepest) throw errors.bodyTooDeep(deepest);
    for (const [key, child] of Object.entries(value)) {
      refuseUnstorableText(key);
      open.push([child, depth + 1]);
    }
  }
}

function refuseUnstorableText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw errors.bodyNotText();
}
