/** Describes a database that cannot be opened in one sentence for the operator. */
import { hostsOf } from './servers/address.ts';

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  // Of a Unix socket.
  ENOENT: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be resolved',
  ETIMEDOUT: 'it does not respond',
  CONNECT_TIMEOUT: 'it does not respond',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  ECONNRESET: 'the connection was closed',
  CONNECTION_CLOSED: 'the connection was closed',
  NO_PRIMARY: 'none of its servers takes writes',
  // Errors of pg itself have no code.
  'timeout expired': 'it does not respond',
  'Connection terminated unexpectedly': 'the connection was closed',
  'Client has encountered a connection error and is not queryable': 'the connection was closed',
};

/** SQLSTATE codes of a server that answers and refuses, and pg's message if it lacks a password. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'rejects the password',
  'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string': 'requires a password',
  '28000': 'rejects the user',
  '3D000': 'has no database of that name',
  '53300': 'has no free connection',
};

/**
 * The error to show instead of `error`: with the host and port of `url`, never the user or password. Returns other
 * errors unchanged.
 */
export function explainUnreachable(error: unknown, url: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : error.message;
  const subject = `The database at ${hostsOf(url)}`;
  const reason = networkReasons[code];
  if (reason)
    return new Error(`${subject} cannot be reached: ${reason}. Is PostgreSQL running, and is DATABASE_URL correct?`);
  const refusal = refusals[code];
  return refusal ? new Error(`${subject} ${refusal}. Is DATABASE_URL correct?`) : error;
}
