/**
 * Automatic persisted queries, as Apollo's and urql's clients speak them: a query is asked for by the digest of its text,
 * and sent whole where the answer is that nobody here knows it. Each process keeps its own; none depends on another's.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ApiError } from '#server/domain/errors.ts';

const maxQueries = 1000;
/** Anybody may send new ones: together they take no more than this, however long they are. */
const maxBytes = 4 * 1024 * 1024;

const texts = new LRUCache<string, string>({
  max: maxQueries,
  maxSize: maxBytes,
  sizeCalculation: (text, hash) => 2 * (text.length + hash.length),
});

/** Which query a request means, by its digest. */
export interface PersistedQuery {
  readonly sha256Hash: string;
}

/**
 * Nobody here knows that query: the client is to send its text as well. Clients look for this very sentence, or for the
 * code, and some of them only in answers that are 200.
 */
export class PersistedQueryNotFound extends ApiError {
  constructor() {
    super(400, 'PersistedQueryNotFound', 'graphql');
  }
}

/** What a request's `extensions` say of a persisted query, if anything; 400 for what is none. */
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

/** The text that the digest stands for; throws `PersistedQueryNotFound` where it is not known here. */
export function findQuery({ sha256Hash }: PersistedQuery): string {
  const text = texts.get(sha256Hash);
  if (text === undefined) throw new PersistedQueryNotFound();
  return text;
}

/** 400 where the digest is another text's: kept under it, everybody who asks for that one would get this one. */
export function requireDigest({ sha256Hash }: PersistedQuery, text: string): void {
  if (createHash('sha256').update(text).digest('hex') === sha256Hash) return;
  throw new ApiError(
    400,
    'Invalid extensions.persistedQuery.sha256Hash: must be the SHA-256 of query, in hexadecimal',
    'graphql',
  );
}

/** Keeps a text whose digest was checked, for those who will ask for it by that. */
export function keepQuery({ sha256Hash }: PersistedQuery, text: string): void {
  texts.set(sha256Hash, text);
}
