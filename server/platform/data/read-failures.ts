/** Why something could not be read, where the reason is neither the query nor the data. */

/** Whether PostgreSQL gave a statement up because of its time: query_canceled. */
export const tookTooLong = (error: unknown): boolean => codeOf(error) === '57014';

/**
 * Whether there is no database to ask, or none that lets us in, or it is going down or coming up; or a replica gave a
 * statement up because it could not both answer it and follow (serialization_failure). Another try may find it.
 */
export function isOutOfReach(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && saidOfLostConnection.test(error.message);
  return /^(08|28|3D000|57P|40001|53300)/.test(code) || connectionFailures.has(code);
}

/** The job queue's driver has no codes for these. */
const saidOfLostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** What Node and the driver call it. */
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
]);

function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
