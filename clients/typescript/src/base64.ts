/** Base64 without Node's Buffer. `btoa` and `atob` exist in every runtime of this package. */

/** Encodes bytes. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Decodes a text, which may contain line breaks. Undefined if it is not Base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
