/**
 * The example calls of the API reference: complete programs. The tests run them against a real server with real IDs.
 */
import { callerTitles, type Endpoint, type PublicCallerKind } from './endpoints.ts';
import { fillIn, placeholderText } from './placeholders.ts';

/** The values of an example. */
export interface ExampleValues {
  readonly baseUrl: string;
  readonly merchantId: string;
  /** Path of the private key, PEM. */
  readonly keyFile: string;
  readonly storeSlug: string;
  readonly sessionToken: string;
  /** Returns the value of a `$name` in the body. */
  readonly valueOf: (name: string) => string;
}

/** Placeholder values for readers. */
export const placeholderValues = (baseUrl: string): ExampleValues => ({
  baseUrl,
  merchantId: 'MER_…',
  keyFile: 'counterfoil-test.pem',
  storeSlug: 'your-store',
  sessionToken: 'eyJ…',
  valueOf: placeholderText,
});

export type Language = 'curl' | 'typescript';

export interface Example {
  readonly caller: PublicCallerKind;
  readonly language: Language;
  /** The tab's label. */
  readonly label: string;
  readonly code: string;
}

/** All examples of an endpoint, by language and caller. */
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

/** The example's body for a caller, without fields that a public caller may not send. */
export function bodyFor({ action }: Endpoint, caller: PublicCallerKind, fill: ExampleValues['valueOf']): object {
  const body = fillIn(action.docs.exampleOf?.[caller] ?? action.docs.example, fill);
  const limits = action.bodyLimits?.[caller];
  if (!limits) return body;
  const left = [...limits.ignores, ...limits.refuses];
  return Object.fromEntries(Object.entries(body).filter(([name]) => !left.includes(name)));
}

/** Quotes a text for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A shell script with curl and openssl. */
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

/** A program for Node 20 or newer. Unsigned calls also work in browsers. */
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

/** Formats a value as a JavaScript literal. */
const literal = (value: unknown): string =>
  formatValue(value, '', {
    text: singleQuoted,
    key: (key) => (isPlainName.test(key) ? key : singleQuoted(key)),
    last: ',',
  });

/** Formats a value as JSON with small objects on one line. */
const json = (value: unknown): string =>
  formatValue(value, '', { text: (text) => JSON.stringify(text), key: (key) => JSON.stringify(key), last: '' });

/** Puts each top-level entry on its own line. Nested values stay on one line if they fit. */
function formatValue(value: unknown, indent: string, style: { text: Quote; key: Quote; last: string }): string {
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((entry) => formatValue(entry, inner, style))
    : Object.entries(value).map(([key, entry]) => `${style.key(key)}: ${formatValue(entry, inner, style)}`);
  if (parts.length === 0) return isList ? '[]' : '{}';
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (indent !== '' && line.length + indent.length <= 60 && !line.includes('\n')) return line;
  const lines = parts.map((part) => `${inner}${part}`).join(',\n');
  return `${isList ? '[' : '{'}\n${lines}${style.last}\n${indent}${isList ? ']' : '}'}`;
}
