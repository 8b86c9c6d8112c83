/** Converts the errors of a GraphQL request to the envelope's entries and a status. */
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ApiError, type ErrorEntry } from '#server/domain/errors.ts';
import { refusalFor } from '#server/platform/outage.ts';

/** An entry of the envelope with its position in the document and the data. `path` is GraphQL's, a list. */
export type PlacedEntry = Omit<ErrorEntry, 'path'> & Pick<GraphQLFormattedError, 'path' | 'locations'>;

export interface Refusal {
  readonly status: number;
  readonly entries: readonly PlacedEntry[];
  readonly headers: Readonly<Record<string, string>>;
  /** An unexpected error, for the log only. */
  readonly unforeseen?: unknown;
}

const maxMessageLength = 500;

/** The refusal for an error of parsing, validation or execution. */
export function refusalOf(error: unknown): Refusal {
  const thrown = causeOf(error);
  const cause = isUnknownCursor(thrown) ? new ApiError(400, 'Invalid cursor: no such row', 'graphql') : thrown;
  if (cause instanceof ApiError) {
    const { status, headers } = cause;
    return { status, headers, entries: [placed(cause, error)] };
  }
  if (isCallersFault(error, cause)) {
    const refusal = new ApiError(400, shortened(error.message), 'graphql');
    return { status: 400, headers: {}, entries: [placed(refusal, error)] };
  }
  const refusal = refusalFor(cause);
  const { status, headers } = refusal;
  return { status, headers, entries: [placed(refusal, error)], unforeseen: cause };
}

/** The refusal's entry at the error's position. */
function placed({ entries: [{ path: _, ...entry }] }: ApiError, error: unknown): PlacedEntry {
  return { ...entry, ...locationOf(error) };
}

const isUnknownCursor = (error: unknown): boolean => error instanceof Error && error.name === 'UnknownCursor';

// By name: a bundler may load two copies of the library with separate classes.
const isGraphqlError = (error: unknown): error is GraphQLError =>
  error instanceof GraphQLError || (error instanceof Error && error.name === 'GraphQLError');

/** The resolver's error below GraphQLErrors, which add the position. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while (isGraphqlError(cause) && cause.originalError) cause = cause.originalError;
  return cause;
}

/**
 * Before execution every error concerns the document. During execution only errors with a position in the document do,
 * such as an invalid argument.
 */
const isCallersFault = (error: unknown, cause: unknown): error is GraphQLError =>
  isGraphqlError(error) &&
  isGraphqlError(cause) &&
  (error.path === undefined || (cause !== error && cause.nodes !== undefined));

function locationOf(error: unknown): Pick<PlacedEntry, 'path' | 'locations'> {
  if (!isGraphqlError(error)) return {};
  const { path, locations } = error;
  return { ...(path && { path }), ...(locations && { locations }) };
}

/** Bounded, since a message may repeat the caller's input. */
const shortened = (message: string): string =>
  message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;
