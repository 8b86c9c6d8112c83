/**
 * Makes password hashing cheap in tests and in the servers that they start: better-auth's cost is a quarter of a second of
 * processor time for each sign-in. Servers and tests must agree, because a stored hash does not state its cost.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, options, done) => scrypt(password, salt, length, { ...options, N: 2 }, done);
syncBuiltinESMExports();
