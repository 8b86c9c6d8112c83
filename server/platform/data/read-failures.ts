/** Read failures that are caused by neither the query nor the data. */

/** Whether PostgreSQL canceled a statement because of its timeout: query_canceled. */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === '57014';

/**
 * Whether the database is unreachable, refuses connections, is read-only after a fail-over, or is starting or stopping;
 * or whether a replica canceled a statement that conflicted with replication (serialization_failure). A retry may
 * succeed.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'XX000' || code === '58030') return nodeFailures.test(causeOf(error).message);
  if (code === undefined) return error instanceof Error && lostConnectionMessages.test(error.message);
  // Without its server, a Unix socket does not exist.
  if (code === 'ENOENT') return (causeOf(error) as NodeJS.ErrnoException).syscall === 'connect';
  return /^(08|25006|28|3D000|57P|40001|53300)/.test(code) || connectionFailures.has(code);
}

/**
 * Errors of Citus 14 with a general code, internal_error or io_error: a node was lost before or during the statement, or the
 * coordinator died. Other lost connections have the code connection_failure.
 */
const nodeFailures = new RegExp(
  `^(${[
    'failure on connection marked as essential',
    'connection to the remote node',
    'could not connect to any active placements',
    'execution cannot recover from multiple connection failures',
    String.raw`cannot connect to \S+ to fetch intermediate results`,
    'could not commit transaction for shard',
    'failed to prepare transaction',
    'failed to (COPY to shard|complete COPY on)',
    'postmaster was shut down',
    // Of libpq, about a node's connection to another one.
    'server closed the connection unexpectedly',
    'could not (receive data from|send data to) server',
    'no connection to the server',
    'connection not open',
  ].join('|')})`,
);

/** Errors of the job queue's driver, which have no codes. */
const lostConnectionMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Error codes of Node and of the driver. */
const connectionFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'NO_PRIMARY',
]);

/** Drizzle wraps the database's error. */
const causeOf = (error: unknown): Error =>
  error instanceof Error && error.cause instanceof Error ? error.cause : (error as Error);

function codeOf(error: unknown): string | undefined {
  const cause = causeOf(error);
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
