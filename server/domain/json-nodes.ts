/** Counts the nodes of a JSON text without parsing it, so that an oversized body is refused before `JSON.parse`. */

export const maxJsonNodes = 5000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const space = 0x20;

/**
 * Whether a JSON text has more than `max` nodes: every object, array and scalar value counts, keys do not. A linear scan
 * that stops at the limit. In a text that is not valid JSON, nodes are counted as a parser would read them.
 */
export function exceedsJsonNodes(bytes: Uint8Array, max = maxJsonNodes): boolean {
  let nodes = 1;
  /** The previous byte opened an array or object: its first node, if any, comes next. */
  let isOpened = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number;
    if (byte <= space) continue;
    if (isOpened && byte !== closeArray && byte !== closeObject) nodes += 1;
    if (byte === comma) nodes += 1;
    isOpened = byte === openArray || byte === openObject;
    if (nodes > max) return true;
    if (byte === quote) index = endOfString(bytes, index + 1);
  }
  return false;
}

function endOfString(bytes: Uint8Array, start: number): number {
  let index = start;
  while (index < bytes.length && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1;
  return index;
}
