import { randomBytes } from 'node:crypto';

/** An address of a browser: sign-ups and sign-ins are counted by address, over all test files that share a database. */
export const randomAddress = (): string => `10.${randomBytes(3).join('.')}`;
