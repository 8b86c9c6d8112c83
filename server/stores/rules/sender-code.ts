/**
 * The code that proves that an email address is read by the merchant. The address's row keeps only its digest; the code
 * itself stands in the email that carries it (`emails.body`), where whoever runs this service can read it.
 */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** Six digits, all equally likely. */
export const newSenderCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** SHA-256 of the code and the row it is for, in hex: the same code for two addresses has two digests. */
export const codeDigestOf = (senderId: string, code: string): string =>
  createHash('sha256').update(`${senderId}\n${code}`).digest('hex');

/** Whether it is the code behind the digest, in a time that tells nothing. */
export const isCodeOf = (senderId: string, code: string, digest: string): boolean =>
  timingSafeEqual(Buffer.from(codeDigestOf(senderId, code)), Buffer.from(digest));

/** What a domain has to publish: 128 random bits. */
export const newDnsToken = (): string => randomBytes(16).toString('hex');
