/**
 * Automatic persisted queries, as in Apollo's and urql's clients: a client sends the digest of a query's text, and the
 * full text if the digest is unknown. Each process has its own cache.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ApiError } from '#server/domain/errors.ts';

const maxQueries = 1000;
/** Any caller can add queries, so their total size is bounded. */
const maxBytes = 4 * 1024 * 1024;

const texts = new LRUCache<string, string>({
  max: maxQueries,
  maxSize: maxBytes,
  sizeCalculation: (text, hash) => 2 * (text.length + hash.length),
});

/** The digest of the requested query. */
export interface PersistedQuery {
  readonly sha256Hash: string;
}

/**
 * The digest is unknown; the client must send the text as well. Clients check this exact message or the code, and some
 * of them only in answers with status 200.
 */
export class PersistedQueryNotFound extends ApiError {
  constructor() {
    super(400, 'PersistedQueryNotFound', 'graphql', { code: 'persisted_query_not_found' });
  }
}

/** The persisted query in a request's `extensions`, if any; 400 if malformed. */
export function readPersistedQuery(extensions: unknown): PersistedQuery | undefined {
  if (extensions === null || extensions === undefined) return undefined;
  if (!isObject(extensions)) throw new ApiError(400, 'Invalid extensions: must be an object', 'graphql');
  const { persistedQuery } = extensions;
  if (persistedQuery === null || persistedQuery === undefined) return undefined;
  if (!isObject(persistedQuery)) {
    throw new ApiError(400, 'Invalid extensions.persistedQuery: must be an object', 'graphql');
  }
  const { version, sha256Hash } = persistedQuery;
  if (version !== 1) throw new ApiError(400, 'Invalid extensions.persistedQuery.version: must be 1', 'graphql');
  if (typeof sha256Hash !== 'string' || !/^[0-9a-f]{64}$/.test(sha256Hash)) {
    throw new ApiError(
      400,
      'Invalid extensions.persistedQuery.sha256Hash: must be 64 hexadecimal digits in lower case',
      'graphql',
    );
  }
  return { sha256Hash };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a digest; throws `PersistedQueryNotFound` if unknown. */
export function findQuery({ sha256Hash }: PersistedQuery): string {
  const text = texts.get(sha256Hash);
  if (text === undefined) throw new PersistedQueryNotFound();
  return text;
}

/** Throws 400 if the digest does not match: a wrong entry would answer other callers with another query. */
export function requireDigest({ sha256Hash }: PersistedQuery, text: string): void {
  if (createHash('sha256').update(text).digest('hex') === sha256Hash) return;
  throw new ApiError(
    400,
    'Invalid extensions.persistedQuery.sha256Hash: must be the SHA-256 of query, in hexadecimal',
    'graphql',
  );
}

/** Stores a text whose digest was verified. */
export function storeQuery({ sha256Hash }: PersistedQuery, text: string): void {
  texts.set(sha256Hash, text);
}
