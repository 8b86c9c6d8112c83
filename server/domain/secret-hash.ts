/** Secrets in links and cookies are stored as hashes, so that the database contents grant no access. */
import { createHash } from 'node:crypto';

/** SHA-256 of a random secret, in hex. Not for passwords, which can be guessed. */
export const secretHashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
