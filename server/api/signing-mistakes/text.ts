/** Mistakes in joining the parts of the text, and in signing it. */
import { hash } from 'node:crypto';
import { bodyHashCandidates } from './body.ts';
import {
  type Candidate,
  candidatesFor,
  type Mistake,
  right,
  type SentBody,
  type SentRequest,
  type Source,
} from './mistake.ts';
import { pathCandidates } from './path.ts';

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

const signedDigests: readonly (Mistake & { readonly write: (text: string) => string | Buffer })[] = (
  ['buffer', 'hex', 'base64'] as const
).map((form) => ({
  name: `digest signed (${form === 'buffer' ? 'raw' : form})`,
  hint: 'The SHA-256 digest of the text was signed; sign the text itself, RSA-SHA256 hashes it.',
  write: (text) => hash('sha256', text, form),
}));

/** Every way to write each part of the text, and the transforms applied before signing. */
export interface TextCandidates {
  readonly method: readonly Candidate[];
  readonly path: readonly Candidate[];
  readonly bodyHash: readonly Candidate[];
  readonly separator: readonly Candidate[];
  readonly ending: readonly Candidate[];
  readonly signed: readonly Candidate<(text: string) => string | Buffer>[];
}

/** Everything that may have been signed for a request, apart from its timestamp. */
export function textCandidates(request: SentRequest, sent: SentBody): TextCandidates {
  return {
    method: candidatesFor(request.method, request.method, methods),
    path: pathCandidates(request),
    bodyHash: bodyHashCandidates(sent),
    separator: candidatesFor('\n', undefined, separators),
    ending: candidatesFor('', undefined, endings),
    signed: [
      right((text: string) => text),
      ...signedDigests.map(({ write, ...mistake }) => ({ value: write, mistakes: [mistake] })),
    ],
  };
}
