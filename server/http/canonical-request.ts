/** The text that a caller signs. (commerce-api.md, "API Key signing") */
import { createHash } from 'node:crypto';

/**
 * Method, path, timestamp and the body's digest, one per line. The path of a `GET` includes the query, which has its
 * parameters.
 */
export const canonicalRequest = (method: string, path: string, timestamp: string, body: Uint8Array | string): string =>
  `${method}\n${path}\n${timestamp}\n${createHash('sha256').update(body).digest('base64')}`;
