/** Secrets that a link or a cookie carries are stored as hashes: the database opens nothing. */
import { createHash } from 'node:crypto';

/** SHA-256 of a random secret, in hex. Not for passwords, which can be guessed. */
export const secretHashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
