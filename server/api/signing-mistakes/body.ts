/** Mistakes in the hash of the signed body. */
import { hash } from 'node:crypto';
import { alsoWith, type Candidate, candidatesFor, type Mistake, right, type SentBody, type Source } from './mistake.ts';

/** A body that may have been hashed; a long one without its text. */
interface HashedBody {
  readonly digest: Buffer;
  readonly text: string | undefined;
}

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
/** A loop, because a replacer function would be called for every character of a non-ASCII body. */
function asciiOnly(text: string): string {
  let written = '';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    written += unit < 0x80 ? text.charAt(at) : `\\u${unit.toString(16).padStart(4, '0')}`;
  }
  return written;
}
const phpSlashes = (text: string): string => text.replaceAll('/', '\\/');

/** The same JSON as other libraries write it. */
const serializations: readonly Source<unknown>[] = [
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

/** The variants of the body that may have been signed. */
export const bodyHashCandidates = (sent: SentBody): Candidate[] =>
  bodyCandidates(sent).flatMap((body) => {
    const digest = hash('sha256', body.value, 'buffer');
    const text = typeof body.value === 'string' ? body.value : undefined;
    return candidatesFor(digest.toString('base64'), { digest, text }, bodyHashes).map((candidate) =>
      alsoWith(candidate, body),
    );
  });

/**
 * The bodies that may have been hashed. Apart from a final newline, whitespace around the sent body makes it a
 * different body, not a variant.
 */
function bodyCandidates({ bytes, text: body, value }: SentBody): Candidate<string | Uint8Array>[] {
  if (body === undefined) return [right(bytes), { value: '', mistakes: [emptyBody] }];
  const rewritten = value === undefined ? [] : candidatesFor(body, value, serializations).slice(1);
  return [
    ...candidatesFor(body, body, [otherLineEnd]),
    ...rewritten.filter((candidate) => candidate.value !== body.trim()),
    ...(body === '' ? [] : [{ value: '', mistakes: [emptyBody] }]),
  ];
}
