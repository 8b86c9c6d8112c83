/** One effect and one answer for calls with the same X-Idempotency-Key. (decisions.md, "Idempotency") */
import { createHash } from 'node:crypto';
import { errors } from '#server/domain/errors.ts';
import { type GatewayRequest, header } from '#server/http/http.ts';
import type { Caller } from '#server/platform/action.ts';

/** A call's key, its scope and digests of its body. */
export interface IdempotentCall {
  readonly key: string;
  /** The caller's merchant, with whose rows the key lies. */
  readonly merchantId: string;
  /** Caller, environment and path. */
  readonly scope: string;
  readonly bodyDigests: Readonly<Record<string, string>>;
}

const maxDigests = 500;

/** The call's idempotency key with its scope; undefined without the header, 400 for a malformed key. */
export function readIdempotentCall(
  request: GatewayRequest,
  path: string,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): IdempotentCall | undefined {
  const key = header(request.headers, 'x-idempotency-key');
  if (key === undefined) return undefined;
  if (!/^[\w-]{1,256}$/.test(key)) throw errors.invalidIdempotencyKey();
  const scope = `${nameOf(caller)} ${caller.environment} ${path}`;
  return { key, merchantId: caller.merchantId, scope, bodyDigests: digestsOf(body) };
}

function nameOf(caller: Caller): string {
  switch (caller.kind) {
    case 'apiKey':
    case 'dashboard':
      return `merchant ${caller.merchantId}`;
    case 'storeSlug':
      return `store ${caller.storeId}`;
    case 'sessionToken':
      return `customer ${caller.storeId} ${caller.buyerIdentity}`;
  }
}

/** A short digest of every value in the body, keyed by JSON path. A body with too many values gets one digest. */
export function digestsOf(body: unknown): Record<string, string> {
  const digests: Record<string, string> = Object.create(null);
  const open: [path: string, value: unknown][] = [['$', body]];
  let count = 0;
  for (let next = open.shift(); next; next = open.shift()) {
    const [path, value] = next;
    count += 1;
    if (count > maxDigests) return { $: digest(canonical(body)) };
    const children = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (children.length === 0) digests[path] = digest(JSON.stringify(value));
    const inside = Array.isArray(value);
    for (const [key, child] of children) open.push([inside ? `${path}[${key}]` : `${path}${member(key)}`, child]);
  }
  return { ...digests };
}

/** A key in a JSON path: quoted unless it is a plain name, so that no two paths are written alike. */
const member = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** The same text for equal values, regardless of key order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/**
 * The JSON paths at which two bodies differ, at most ten. For a value that is empty in one body, lists its parts in the
 * other.
 */
export function differingPaths(
  first: Readonly<Record<string, string>>,
  second: Readonly<Record<string, string>>,
): string[] {
  const paths = new Set([...Object.keys(first), ...Object.keys(second)]);
  const differing = [...paths].filter((path) => first[path] !== second[path]);
  const isInside = (path: string, outer: string) => path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
  return differing
    .filter((path) => !differing.some((other) => isInside(other, path)))
    .sort()
    .slice(0, 10);
}
