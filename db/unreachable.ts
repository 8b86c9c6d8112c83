/** Describes a database that cannot be opened in one sentence for the operator. */

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be resolved',
  ETIMEDOUT: 'it does not answer',
  CONNECT_TIMEOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  ECONNRESET: 'the connection was closed',
  CONNECTION_CLOSED: 'the connection was closed',
  // Errors of pg itself have no code.
  'timeout expired': 'it does not answer',
  'Connection terminated unexpectedly': 'the connection was closed',
  'Client has encountered a connection error and is not queryable': 'the connection was closed',
};

/** SQLSTATE codes of a server that answers and refuses, and pg's message if it lacks a password. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'refuses the password',
  'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string': 'asks for a password',
  '28000': 'refuses the user',
  '3D000': 'has no database of that name',
  '53300': 'has no connection left',
};

/**
 * The error to show instead of `error`: with the host and port of `url`, never the user or password. Returns other
 * errors unchanged.
 */
export function explainUnreachable(error: unknown, url: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : error.message;
  const subject = `The database at ${addressOf(url)}`;
  const reason = networkReasons[code];
  if (reason)
    return new Error(`${subject} cannot be reached: ${reason}. Is PostgreSQL running, and DATABASE_URL right?`);
  const refusal = refusals[code];
  return refusal ? new Error(`${subject} ${refusal}. Is DATABASE_URL right?`) : error;
}

/** "db.example:5432". Everything before the last @ is the user and the password. */
function addressOf(url: string): string {
  const [, rest = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(url) ?? [];
  const hosts = rest.slice(rest.lastIndexOf('@') + 1).split(',');
  return hosts.map((host) => (/:\d+$/.test(host) ? host : `${host || 'localhost'}:5432`)).join(', ');
}
