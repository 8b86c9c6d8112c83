/**
 * What goes wrong when requests are signed, as data: a mistake's name, the sentence that puts it right, and what the
 * caller's code writes because of it. (commerce-api.md, "API Key signing".)
 */
import { hash } from 'node:crypto';

export interface Mistake {
  readonly name: string;
  /** What is wrong and what to do instead, for the response's `aiHint`. */
  readonly hint: string;
  /**
   * False where it is named beside another mistake only: by itself it is a right signature of another request, and a
   * signature of another request is nothing but invalid.
   */
  readonly alone?: false;
}

/** One way to write a part of the text that is signed; the right way has no mistakes. */
export interface Way<Value = string> {
  readonly value: Value;
  readonly mistakes: readonly Mistake[];
  /** One of a mistake's less usual forms, which is not tried in every company. */
  readonly rare?: boolean;
}

/** The request as it came in. */
export interface SentRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** With its question mark; empty without one. */
  readonly query: string;
  /** Under which the service may be known: the header Host, and APP_URL's. */
  readonly hosts: readonly string[];
}

export interface SentBody {
  readonly bytes: Uint8Array;
  /** Where it is not too long to be written anew. */
  readonly text?: string;
  /** What that says as JSON, where it is that. */
  readonly value?: object;
}

/** A body that may have been hashed; a long one without its text. */
interface HashedBody {
  readonly digest: Buffer;
  readonly text: string | undefined;
}

type Source<Given> = Mistake & { readonly write: (given: Given) => readonly string[] };

const methods: readonly Source<string>[] = [
  {
    name: 'lower-case method',
    hint: 'The signed method is not in upper case; sign it as POST.',
    write: (method) => [method.toLowerCase(), `${method.charAt(0)}${method.slice(1).toLowerCase()}`],
  },
  {
    name: 'other method',
    hint: 'The signed method is not the one that was sent; sign POST.',
    alone: false,
    write: (method) => ['GET', 'PUT'].filter((other) => other !== method),
  },
];

/** Inside the path; the next list puts something before it. */
const pathEnds: readonly Source<SentRequest>[] = [
  {
    name: 'query in path',
    hint: 'The signed path contains the query string; sign the path alone.',
    write: ({ path, query }) => (query === '' ? [] : [`${path}${query}`]),
  },
  {
    name: 'path without /v1',
    hint: 'The signed path lacks /v1; sign the whole path, such as /v1/actions/store/update-store.',
    write: ({ path }) => [path.replace(/^\/v1/, ''), path.replace(/^\/v1\/actions/, '')],
  },
  {
    name: 'trailing slash',
    hint: 'The signed path ends with a slash; sign it without.',
    write: ({ path }) => [`${path}/`],
  },
];

const pathStarts: readonly Source<{ path: string; hosts: readonly string[] }>[] = [
  {
    name: 'path without leading slash',
    hint: 'The signed path lacks its leading slash; sign it from /v1 on.',
    write: ({ path }) => [path.slice(1)],
  },
  {
    name: 'whole URL',
    hint: 'The whole URL was signed; sign the path alone.',
    write: ({ path, hosts }) => hosts.flatMap((host) => [`http://${host}${path}`, `https://${host}${path}`]),
  },
  {
    name: 'host in path',
    hint: 'The signed path starts with the host; sign the path alone.',
    write: ({ path, hosts }) => hosts.map((host) => `${host}${path}`),
  },
];

const separators: readonly Source<undefined>[] = [
  {
    name: 'CRLF line ends',
    hint: 'The lines are separated by CRLF; use a single newline.',
    write: () => ['\r\n'],
  },
  {
    name: 'literal \\n',
    hint: 'The lines are separated by a backslash and an n; use real newline characters.',
    write: () => ['\\n'],
  },
  {
    name: 'missing separators',
    hint: 'The lines are not separated; put a newline between them.',
    write: () => [''],
  },
  { name: 'spaces between', hint: 'The lines are separated by spaces; use newlines.', write: () => [' '] },
];

const endings: readonly Source<undefined>[] = [
  {
    name: 'trailing newline',
    hint: 'The signed text ends with a newline; end it with the body hash.',
    write: () => ['\n', '\r\n'],
  },
];

const bodyHashes: readonly Source<HashedBody>[] = [
  {
    name: 'body hash in hex',
    hint: 'The body hash is hex; use Base64 of the SHA-256 digest.',
    write: ({ digest }) => [digest.toString('hex'), digest.toString('hex').toUpperCase()],
  },
  {
    name: 'body hash in Base64url',
    hint: 'The body hash is Base64url; use plain Base64, with +, / and =.',
    write: ({ digest }) => [digest.toString('base64url'), `${digest.toString('base64url')}=`],
  },
  {
    name: 'body hash in Base64 of hex',
    hint: 'The body hash is Base64 of the hex text; use Base64 of the digest’s 32 bytes.',
    write: ({ digest }) => [Buffer.from(digest.toString('hex')).toString('base64')],
  },
  {
    name: 'raw body',
    hint: 'The body itself was signed; sign Base64 of its SHA-256 digest instead.',
    write: ({ text }) => (text === undefined ? [] : [text]),
  },
];

const emptyBody: Mistake = {
  name: 'hash of an empty body',
  hint: 'The body hash is that of an empty body; hash the body that is sent.',
};

const otherLineEnd: Source<string> = {
  name: 'newline at the end of the body',
  hint: 'The hashed body differs from the sent one in a newline at its end; hash exactly the bytes that are sent.',
  write: (body) => [`${body}\n`, body.replace(/\r?\n$/, '')],
};

const asPretty = (how: string): string =>
  `The hashed body is JSON indented by ${how}, the sent one is not; hash exactly the bytes that are sent.`;
/** In a loop: a body may be all such characters, and a replacement's function be called for each. */
function asciiOnly(text: string): string {
  let written = '';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    written += unit < 0x80 ? text.charAt(at) : `\\u${unit.toString(16).padStart(4, '0')}`;
  }
  return written;
}
const phpSlashes = (text: string): string => text.replaceAll('/', '\\/');

/** The same JSON as other code writes it. */
const serialisations: readonly Source<unknown>[] = [
  {
    name: 'compact JSON hashed',
    hint: 'The hashed body is compact JSON, the sent one is not; hash exactly the bytes that are sent.',
    write: (value) => [JSON.stringify(value)],
  },
  { name: 'JSON indented by 2', hint: asPretty('2 spaces'), write: (value) => [JSON.stringify(value, null, 2)] },
  { name: 'JSON indented by 4', hint: asPretty('4 spaces'), write: (value) => [JSON.stringify(value, null, 4)] },
  { name: 'JSON indented by tab', hint: asPretty('a tab'), write: (value) => [JSON.stringify(value, null, '\t')] },
  {
    name: 'JSON with spaces',
    hint: 'The hashed body is JSON with a space after commas and colons (Python’s json.dumps); hash the bytes that are sent.',
    write: (value) => [spaced(value), asciiOnly(spaced(value))],
  },
  {
    name: 'JSON with sorted keys',
    hint: 'The hashed body is JSON with sorted keys; hash exactly the bytes that are sent.',
    write: (value) => {
      const ordered = sorted(value);
      return [JSON.stringify(ordered), spaced(ordered), asciiOnly(spaced(ordered))];
    },
  },
  {
    name: 'JSON with escaped slashes',
    hint: 'The hashed body is JSON with escaped slashes (PHP’s json_encode); hash exactly the bytes that are sent.',
    write: (value) => {
      const text = phpSlashes(JSON.stringify(value));
      return [text, asciiOnly(text), phpSlashes(JSON.stringify(value, null, 4))];
    },
  },
  {
    name: 'JSON with escaped characters',
    hint: 'The hashed body is JSON with \\u escapes for characters beyond ASCII; hash exactly the bytes that are sent.',
    write: (value) => [asciiOnly(JSON.stringify(value))],
  },
];

/** JSON with a space after commas and colons. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`);
  return `{${members.join(', ')}}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}

const signedDigests: readonly (Mistake & { readonly write: (text: string) => string | Buffer })[] = (
  ['buffer', 'hex', 'base64'] as const
).map((form) => ({
  name: `digest signed (${form === 'buffer' ? 'raw' : form})`,
  hint: 'The SHA-256 digest of the text was signed; sign the text itself, RSA-SHA256 hashes it.',
  write: (text) => hash('sha256', text, form),
}));

/** What a signature's padding and digest give away, whatever the text. */
export const schemeMistakes = {
  pss: { name: 'PSS padding', hint: 'The signature has PSS padding; use PKCS#1 v1.5.' },
  'digest-alone': {
    name: 'digest without DigestInfo',
    hint: 'A bare digest was signed; use RSA-SHA256, which wraps it in a DigestInfo.',
  },
  'text-alone': {
    name: 'text without digest',
    hint: 'The text was encrypted with the private key; sign it with RSA-SHA256.',
  },
} as const satisfies Record<string, Mistake>;

/** A signature by any digest but SHA-256. */
export const otherAlgorithm = (algorithm: string): Mistake => ({
  name: `${algorithm} signature`,
  hint: `The signature uses ${algorithm.toUpperCase().replace('SHA', 'SHA-')}; use RSA-SHA256.`,
});

const encodings: readonly (Mistake & { readonly read: (header: string) => Buffer | undefined })[] = [
  {
    name: 'signature in hex',
    hint: 'X-Signature is hex; send it in Base64.',
    read: (header) =>
      /^(?:0x)?(?:[0-9a-f]{2})+$/i.test(header) ? Buffer.from(header.replace(/^0x/i, ''), 'hex') : undefined,
  },
  {
    name: 'signature in Base64url',
    hint: 'X-Signature is Base64url or lacks its padding; use plain Base64, with +, / and =.',
    read: (header) => (/^[\w+/-]+={0,2}$/.test(header) ? Buffer.from(header, 'base64url') : undefined),
  },
  {
    name: 'signature with line breaks',
    hint: 'X-Signature contains line breaks; send Base64 on one line.',
    read: (header) => plainBase64(header.replace(/\\r|\\n|%0d|%0a|\s/gi, '')),
  },
  {
    name: 'signature percent-encoded',
    hint: 'X-Signature is percent-encoded; send Base64 as it is.',
    read: (header) => plainBase64(header.replace(/%(2b|2f|3d)/gi, (code) => decodeURIComponent(code))),
  },
];

/** The bytes of a text in Base64 as RFC 4648 writes it, the only form of a signature that counts. */
export function plainBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : undefined;
}

/** What the header X-Signature may stand for. */
export function readSignature(header: string): Way<Buffer>[] {
  const plain = plainBase64(header);
  const others = encodings.flatMap(({ read, ...mistake }) => {
    const bytes = read(header);
    return bytes && !plain?.equals(bytes) ? [{ value: bytes, mistakes: [mistake] }] : [];
  });
  return plain ? [{ value: plain, mistakes: [] }, ...others.slice(0, 1)] : others;
}

const timestampMistakes = {
  bothMs: {
    name: 'timestamp in milliseconds',
    hint: 'The timestamp is in milliseconds; use Unix seconds, in X-Timestamp and in the signed text.',
  },
  sentMs: {
    name: 'X-Timestamp in milliseconds',
    hint: 'X-Timestamp is in milliseconds; send the seconds that were signed.',
  },
  signedMs: {
    name: 'milliseconds signed',
    hint: 'The signed timestamp is in milliseconds; sign the seconds that X-Timestamp carries.',
  },
  bothDate: {
    name: 'timestamp as a date',
    hint: 'The timestamp is a date; use Unix seconds, in X-Timestamp and in the signed text.',
  },
  sentDate: { name: 'X-Timestamp as a date', hint: 'X-Timestamp is a date; send the Unix seconds that were signed.' },
  signedDate: {
    name: 'date signed',
    hint: 'The signed timestamp is a date; sign the seconds that X-Timestamp carries.',
  },
  fraction: { name: 'fraction of a second', hint: 'The timestamp has a fraction; use whole Unix seconds.' },
} as const satisfies Record<string, Mistake>;

export interface TimestampWays {
  readonly likely: readonly Way[];
  /** A thousand of each kind, where X-Timestamp does not tell the milliseconds that were signed. */
  readonly guesses?: { readonly ms: () => readonly Way[]; readonly dates: () => readonly Way[] };
}

/** The timestamps that may have been signed; undefined where the header, however it is read, is not of now. */
export function readTimestamp(header: string, isCurrent: (unixSeconds: number) => boolean): TimestampWays | undefined {
  const way = (mistake: Mistake | undefined, ...values: string[]) =>
    values.map((value, at): Way => ({ value, mistakes: mistake ? [mistake] : [], rare: at > 0 }));
  if (/^\d{10,13}(\.\d+)?$/.test(header)) {
    const isMs = Number(header) >= 1e12;
    const seconds = Math.floor(isMs ? Number(header) / 1000 : Number(header));
    if (!isCurrent(seconds)) return undefined;
    if (header.includes('.')) {
      return { likely: way(timestampMistakes.fraction, header, String(seconds)) };
    }
    if (isMs) {
      const signed = way(timestampMistakes.sentMs, String(seconds), String(seconds + 1));
      return { likely: [...way(timestampMistakes.bothMs, header), ...signed] };
    }
    const { signedMs, signedDate } = timestampMistakes;
    const wholeDate = new Date(seconds * 1000).toISOString().slice(0, 19);
    const dates = [...dateForms(seconds * 1000), new Date(seconds * 1000).toUTCString()];
    return {
      likely: [...way(undefined, header), ...way(signedMs, `${header}000`), ...way(signedDate, ...dates)],
      guesses: {
        ms: () => way(signedMs, ...thousand.map((ms) => `${header}${ms}`)),
        dates: () => way(signedDate, ...thousand.map((ms) => `${wholeDate}.${ms}Z`)),
      },
    };
  }
  const at = /^\d{4}-\d\d-\d\dT|^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  const seconds = Math.floor(at / 1000);
  if (Number.isNaN(at) || !isCurrent(seconds)) return undefined;
  return {
    likely: [
      ...way(timestampMistakes.bothDate, header),
      ...way(timestampMistakes.sentDate, String(seconds), String(seconds + 1)),
    ],
  };
}

const thousand = Array.from({ length: 1000 }, (_, ms) => String(ms).padStart(3, '0'));

function dateForms(at: number): string[] {
  const withMs = new Date(at).toISOString();
  const whole = withMs.replace('.000Z', 'Z');
  return [withMs, whole, whole.replace('Z', '+00:00'), whole.replace('Z', '')];
}

/** Every way to write each part of the text, and what is done to the text before it is signed. */
export interface TextWays {
  readonly method: readonly Way[];
  readonly path: readonly Way[];
  readonly bodyHash: readonly Way[];
  readonly separator: readonly Way[];
  readonly ending: readonly Way[];
  readonly signed: readonly Way<(text: string) => string | Buffer>[];
}

export function waysToWrite(request: SentRequest, sent: SentBody): TextWays {
  return {
    method: variants(request.method, request.method, methods),
    path: pathWays(request),
    bodyHash: bodyWays(sent).flatMap((body) => {
      const digest = hash('sha256', body.value, 'buffer');
      const text = typeof body.value === 'string' ? body.value : undefined;
      return variants(digest.toString('base64'), { digest, text }, bodyHashes).map((way) => alsoWith(way, body));
    }),
    separator: variants('\n', undefined, separators),
    ending: variants('', undefined, endings),
    signed: [
      right((text: string) => text),
      ...signedDigests.map(({ write, ...mistake }) => ({ value: write, mistakes: [mistake] })),
    ],
  };
}

const right = <Value>(value: Value): Way<Value> => ({ value, mistakes: [] });
const alsoWith = (way: Way, { mistakes, rare }: Way<unknown>): Way => ({
  ...way,
  mistakes: [...mistakes, ...way.mistakes],
  rare: way.rare === true || rare === true,
});

/** The right way and, without repetition, what each mistake makes of it: its usual form first. */
function variants<Given>(rightOne: string, given: Given, sources: readonly Source<Given>[]): Way[] {
  const seen = new Set([rightOne]);
  const ways: Way[] = [right(rightOne)];
  for (const { write, ...mistake } of sources) {
    for (const [at, value] of write(given).entries()) {
      if (seen.has(value)) continue;
      seen.add(value);
      ways.push({ value, mistakes: [mistake], rare: at > 0 });
    }
  }
  return ways;
}

const pathWays = (request: SentRequest): Way[] =>
  variants(request.path, request, pathEnds).flatMap((end) =>
    variants(end.value, { path: end.value, hosts: request.hosts }, pathStarts).map((way) => alsoWith(way, end)),
  );

/**
 * The bodies that may have been hashed. Space around the sent one, a newline at its end aside, is no way of writing
 * but another body.
 */
function bodyWays({ bytes, text: body, value }: SentBody): Way<string | Uint8Array>[] {
  if (body === undefined) return [right(bytes), { value: '', mistakes: [emptyBody] }];
  const rewritten = value === undefined ? [] : variants(body, value, serialisations).slice(1);
  return [
    ...variants(body, body, [otherLineEnd]),
    ...rewritten.filter((way) => way.value !== body.trim()),
    ...(body === '' ? [] : [{ value: '', mistakes: [emptyBody] }]),
  ];
}
