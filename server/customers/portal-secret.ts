import { randomBytes } from 'node:crypto';

/** A secret for a link or a cookie of the portal: 256 random bits. */
export const newPortalSecret = (): string => randomBytes(32).toString('base64url');
