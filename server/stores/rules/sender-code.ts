/**
 * The code that proves that the merchant reads an email address. The address's row stores only its digest; the code itself
 * is in the body of the email (`emails.body`), which the operator of the service can read.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of the code and its row's ID, in hex: equal codes for two addresses have different digests. */
export const codeDigestOf = (senderId: string, code: string): string =>
  createHash('sha256').update(`${senderId}\n${code}`).digest('hex');

/** Whether a code matches a digest, compared in constant time. */
export const isCodeOf = (senderId: string, code: string, digest: string): boolean =>
  timingSafeEqual(Buffer.from(codeDigestOf(senderId, code)), Buffer.from(digest));
