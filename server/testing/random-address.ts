import { randomBytes } from 'node:crypto';

/** Returns a browser address. Sign-ups and sign-ins are limited by address across all test files of a database. */
export const randomAddress = (): string => `10.${randomBytes(3).join('.')}`;
