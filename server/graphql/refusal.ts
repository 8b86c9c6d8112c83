/** Errors in the service's own envelope: what went wrong in a GraphQL request, as entries and a status. */
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ApiError, type ErrorEntry } from '#server/domain/errors.ts';
import { refusalFor } from '#server/platform/outage.ts';

/** An entry of the envelope that also says where in the document and in the data it belongs. */
export type PlacedEntry = ErrorEntry & Pick<GraphQLFormattedError, 'path' | 'locations'>;

export interface Refusal {
  readonly status: number;
  readonly entries: readonly PlacedEntry[];
  readonly headers: Readonly<Record<string, string>>;
  /** What nobody foresaw: for the log, never for the caller. */
  readonly unforeseen?: unknown;
}

const maxMessageLength = 500;

/** What the caller is told of an error that parsing, validation or execution gave. */
export function refusalOf(error: unknown): Refusal {
  const thrown = causeOf(error);
  const cause = isUnknownCursor(thrown) ? new ApiError(400, 'Invalid cursor: no such row', 'graphql') : thrown;
  if (cause instanceof ApiError) {
    const [first, ...others] = cause.entries;
    const { status, headers } = cause;
    return { status, headers, entries: [{ ...first, ...placeOf(error) }, ...others] };
  }
  if (isCallersFault(error, cause)) {
    const entry = { message: shortened(error.message), layer: 'graphql', ...placeOf(error) } as const;
    return { status: 400, headers: {}, entries: [entry] };
  }
  const {
    status,
    headers,
    entries: [entry],
  } = refusalFor(cause);
  return { status, headers, entries: [{ ...entry, ...placeOf(error) }], unforeseen: cause };
}

const isUnknownCursor = (error: unknown): boolean => error instanceof Error && error.name === 'UnknownCursor';

// By name: a bundler may load two copies of the library, each with a class of its own.
const isGraphqlError = (error: unknown): error is GraphQLError =>
  error instanceof GraphQLError || (error instanceof Error && error.name === 'GraphQLError');

/** What a resolver threw, below the GraphQLErrors that say where. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while (isGraphqlError(cause) && cause.originalError) cause = cause.originalError;
  return cause;
}

/** Before execution everything is about the document; in it, only what names a place in the document: an argument. */
const isCallersFault = (error: unknown, cause: unknown): error is GraphQLError =>
  isGraphqlError(error) &&
  isGraphqlError(cause) &&
  (error.path === undefined || (cause !== error && cause.nodes !== undefined));

function placeOf(error: unknown): Pick<PlacedEntry, 'path' | 'locations'> {
  if (!isGraphqlError(error)) return {};
  const { path, locations } = error;
  return { ...(path && { path }), ...(locations && { locations }) };
}

/** Bounded: a message may repeat what the caller sent. */
const shortened = (message: string): string =>
  message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;
