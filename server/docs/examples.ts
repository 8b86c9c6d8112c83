/**
 * The example calls of the reference: complete programs to be copied. The tests run these very texts against a real
 * server, with ids of their own.
 */
import { callerTitles, type Endpoint, type PublicCallerKind } from './endpoints.ts';
import { fillIn, readersPlaceholder } from './placeholders.ts';

/** What an example is filled with. */
export interface ExampleValues {
  readonly baseUrl: string;
  readonly merchantId: string;
  /** Path of the private key, PEM. */
  readonly keyFile: string;
  readonly storeSlug: string;
  readonly sessionToken: string;
  /** What stands for the body's `$names`. */
  readonly valueOf: (name: string) => string;
}

/** The values of a page: names to be replaced by the reader's own. */
export const readersValues = (baseUrl: string): ExampleValues => ({
  baseUrl,
  merchantId: 'MER_…',
  keyFile: 'counterfoil-test.pem',
  storeSlug: 'your-store',
  sessionToken: 'eyJ…',
  valueOf: readersPlaceholder,
});

export type Language = 'curl' | 'typescript';

export interface Example {
  readonly caller: PublicCallerKind;
  readonly language: Language;
  /** What the tab says. */
  readonly label: string;
  readonly code: string;
}

/** Every example of an endpoint: in both languages, for each kind of caller that may call it. */
export function examplesOf(endpoint: Endpoint, values: ExampleValues): Example[] {
  return endpoint.callers.flatMap((caller, index) => {
    const body = bodyFor(endpoint, caller, values.valueOf);
    const suffix = index === 0 ? '' : `, ${callerTitles[caller].toLowerCase().replace('api', 'API')}`;
    return [
      { caller, language: 'curl', label: `curl${suffix}`, code: curl(endpoint.path, body, caller, values) },
      {
        caller,
        language: 'typescript',
        label: `TypeScript${suffix}`,
        code: typescript(endpoint.path, body, caller, values),
      },
    ] as const;
  });
}

/** The example's body as that caller sends it: without what a public caller has no say in. */
export function bodyFor({ action }: Endpoint, caller: PublicCallerKind, fill: ExampleValues['valueOf']): object {
  const body = fillIn(action.docs.example, fill);
  if (caller !== 'storeSlug' || !action.publicBody) return body;
  const left = [...action.publicBody.ignores, ...action.publicBody.refuses];
  return Object.fromEntries(Object.entries(body).filter(([name]) => !left.includes(name)));
}

/** A text as a word of the shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A shell script of curl and openssl. */
export function curl(path: string, body: object, caller: PublicCallerKind, values: ExampleValues): string {
  const { headers, signing } = shellCredential(caller, values);
  return [
    `path=${path}`,
    `body=${quoted(json(body))}`,
    ...signing,
    '',
    `curl --fail-with-body "${values.baseUrl}$path" \\`,
    ...["'Content-Type: application/json'", ...headers].map((header) => `  -H ${header} \\`),
    '  --data-binary "$body"',
    '',
  ].join('\n');
}

function shellCredential(caller: PublicCallerKind, values: ExampleValues): { headers: string[]; signing: string[] } {
  switch (caller) {
    case 'apiKey':
      return {
        headers: [`'X-Merchant-Id: ${values.merchantId}'`, '"X-Timestamp: $timestamp"', '"X-Signature: $signature"'],
        signing: [
          '',
          'timestamp=$(date +%s)',
          'hash=$(printf %s "$body" | openssl dgst -sha256 -binary |',
          '  openssl base64 -A)',
          `signature=$(printf 'POST\\n%s\\n%s\\n%s' "$path" "$timestamp" "$hash" |`,
          `  openssl dgst -sha256 -sign ${values.keyFile} | openssl base64 -A)`,
        ],
      };
    case 'storeSlug':
      return { headers: [`'X-Store-Slug: ${values.storeSlug}'`, "'X-Environment: test'"], signing: [] };
    case 'sessionToken':
      return { headers: [`'Authorization: Bearer ${values.sessionToken}'`, "'X-Environment: test'"], signing: [] };
  }
}

/** A program for Node (20 or newer) and, where nothing is signed, for the browser too. */
export function typescript(path: string, body: object, caller: PublicCallerKind, values: ExampleValues): string {
  const isSigned = caller === 'apiKey';
  const headers = [`'Content-Type': 'application/json'`, ...scriptHeaders(caller, values)];
  return [
    ...(isSigned
      ? ["import { createHash, sign } from 'node:crypto';", "import { readFileSync } from 'node:fs';", '']
      : []),
    `const path = '${path}';`,
    `const body = JSON.stringify(${literal(body)});`,
    ...(isSigned
      ? [
          '',
          'const timestamp = String(Math.floor(Date.now() / 1000));',
          "const bodyHash = createHash('sha256').update(body).digest('base64');",
          "const canonicalRequest = ['POST', path, timestamp, bodyHash].join('\\n');",
          `const privateKey = readFileSync('${values.keyFile}', 'utf8');`,
          "const signature = sign('RSA-SHA256', Buffer.from(canonicalRequest), privateKey);",
        ]
      : []),
    '',
    `const response = await fetch('${values.baseUrl}' + path, {`,
    `  method: 'POST',`,
    '  headers: {',
    ...headers.map((header) => `    ${header},`),
    '  },',
    '  body,',
    '});',
    'console.log(response.status, await response.text());',
    '',
  ].join('\n');
}

function scriptHeaders(caller: PublicCallerKind, values: ExampleValues): string[] {
  switch (caller) {
    case 'apiKey':
      return [
        `'X-Merchant-Id': '${values.merchantId}'`,
        "'X-Timestamp': timestamp",
        "'X-Signature': signature.toString('base64')",
      ];
    case 'storeSlug':
      return [`'X-Store-Slug': '${values.storeSlug}'`, "'X-Environment': 'test'"];
    case 'sessionToken':
      return [`Authorization: 'Bearer ${values.sessionToken}'`, "'X-Environment': 'test'"];
  }
}

type Quote = (text: string) => string;

const singleQuoted: Quote = (text) => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
const isPlainName = /^[A-Za-z_$][\w$]*$/;

/** A value as a JavaScript literal in this project's style. */
const literal = (value: unknown): string =>
  laidOut(value, '', {
    text: singleQuoted,
    key: (key) => (isPlainName.test(key) ? key : singleQuoted(key)),
    last: ',',
  });

/** A value as JSON, small objects on a line. */
const json = (value: unknown): string =>
  laidOut(value, '', { text: (text) => JSON.stringify(text), key: (key) => JSON.stringify(key), last: '' });

/** One entry a line at the top; deeper down what fits a line stays on it. */
function laidOut(value: unknown, indent: string, style: { text: Quote; key: Quote; last: string }): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((entry) => laidOut(entry, inner, style))
    : Object.entries(value).map(([key, entry]) => `${style.key(key)}: ${laidOut(entry, inner, style)}`);
  if (parts.length === 0) return isList ? '[]' : '{}';
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (indent !== '' && line.length + indent.length <= 60 && !line.includes('\n')) return line;
  const lines = parts.map((part) => `${inner}${part}`).join(',\n');
  return `${isList ? '[' : '{'}\n${lines}${style.last}\n${indent}${isList ? ']' : '}'}`;
}
