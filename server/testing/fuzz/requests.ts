/** Arbitrary requests: exact bytes, and any header that HTTP can carry. */
import { createHash, type KeyObject, sign } from 'node:crypto';
import { Agent, request as open } from 'node:http';
import fc from 'fast-check';
import type { TestMerchant } from '../api.ts';
import { oddText } from './odd-values.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends exactly these bytes. */
export function sendBytes(baseUrl: string, { method, path, headers, body }: FuzzRequest): Promise<ReceivedResponse> {
  const { hostname, port } = new URL(baseUrl);
  const length = body.length > 0 || method === 'POST' ? { 'Content-Length': String(body.length) } : {};
  return new Promise((resolve, reject) => {
    const request = open({ agent, hostname, port, method, path, headers: { ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers: responseHeaders } = response;
        resolve({ status, headers: responseHeaders, text: Buffer.concat(chunks).toString() });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** All text of a request, which an answer may echo. */
export const requestTextOf = ({ path, headers, body }: FuzzRequest): string =>
  `${path}\n${Object.values(headers).join('\n')}\n${body.toString()}\n${unescaped(body)}`;

/** JSON may write any character as `\uXXXX`. */
const unescaped = (body: Buffer): string =>
  body.toString().replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Returns the headers of a signature over these bytes. */
export function signatureOf(method: string, path: string, body: Buffer, merchant: TestMerchant, key: KeyObject) {
  const at = String(Math.floor(Date.now() / 1000));
  const digest = createHash('sha256').update(body).digest('base64');
  const signature = sign('RSA-SHA256', Buffer.from(`${method}\n${path}\n${at}\n${digest}`), key).toString('base64');
  return { 'X-Merchant-Id': merchant.merchantId, 'X-Timestamp': at, 'X-Signature': signature };
}

/** Text that a header can carry: no line breaks, no NUL, one byte per character. */
const oddHeaderText = oddText.map((text) =>
  Buffer.from(text.slice(0, 3000))
    .toString('latin1')
    .replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '?'),
);

const oddHeaders: Readonly<Record<string, readonly string[]>> = {
  'X-Environment': ['test', 'prod', 'TEST', 'live', '', 'test, prod', '__proto__'],
  'X-Idempotency-Key': ['a', 'a'.repeat(256), 'a'.repeat(257), '', 'a b', '__proto__', '../..', '-', 'ÿ'],
  'X-Store-Slug': ['', 'a', 'A', 'no-such-store', '__proto__', 'a/b', 'ÿ', 'x'.repeat(3000)],
  Authorization: [
    '',
    'Bearer',
    'Bearer ',
    'Bearer a.b.c',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Basic YTpi',
    'bearer x',
    'ÿ',
  ],
  'X-Timestamp': ['', '0', '-1', '1e9', '99999999999999999999', 'NaN', ' 1 ', '0x1'],
  'X-Signature': ['', 'AAAA', '=', 'ÿ', '-----BEGIN', 'a'.repeat(3000)],
  'Content-Type': ['', 'text/plain', 'application/xml', 'application/json; charset=utf-16', 'multipart/form-data', ';'],
  'Content-Encoding': ['gzip', 'br', 'deflate', 'nonsense'],
  'Accept-Language': [
    '',
    '*',
    'de-DE;q=0.5, *;q=0',
    'x'.repeat(3000),
    'en-US-u-ca-buddhist',
    ';q=',
    'zh-Hans-CN-x-private',
    '_',
  ],
  'Accept-Encoding': ['', '*', 'gzip;q=0', 'identity;q=0, *;q=0', 'br;q=nonsense'],
  Accept: ['', '*/*', 'application/json', 'text/html;q=x', 'image/webp'],
  'X-Forwarded-For': ['', '127.0.0.1', '::1', '1.2.3.4, 5.6.7.8', 'unknown', '999.1.1.1', "'; drop", 'x'.repeat(3000)],
  'X-Forwarded-Host': ['evil.example', ''],
  'X-Forwarded-Proto': ['https', 'javascript'],
  'User-Agent': ['', 'ÿ', '<script>', 'x'.repeat(3000)],
  'If-Match': ['', '"1"', '*', '"-1"', 'W/"x"'],
  'If-None-Match': ['*', '""'],
  Range: ['bytes=0-1', 'bytes=-1', 'lines=1-2'],
  Cookie: ['', '=', ';', 'counterfoil_portal=', 'counterfoil_portal=%zz', 'a=b; a=c', '__proto__=x', 'x'.repeat(3000)],
  Origin: ['null', '', 'https://evil.example', '//', 'file://'],
  Referer: ['', 'nonsense', 'https://evil.example/%zz'],
  Host: ['evil.example', 'a:b', '', '[::1', 'x'.repeat(300)],
  Traceparent: ['00-0-0-0', '', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'zz'],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', 'x'],
  'X-HTTP-Method-Override': ['DELETE'],
  Upgrade: ['h2c', 'websocket'],
  TE: ['trailers', 'gzip'],
  '__proto__-x': ['x'],
};

/** Unexpected headers or header values. Most requests have none. */
export const someOddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { arbitrary: fc.constant({}), weight: 7 },
  fc
    .array(
      fc
        .constantFrom(...Object.entries(oddHeaders))
        .chain(([name, values]) =>
          fc
            .oneof({ arbitrary: fc.constantFrom(...values), weight: 3 }, oddHeaderText)
            .map((value) => [name, value] as const),
        ),
      { minLength: 1, maxLength: 3 },
    )
    .map((pairs) => Object.fromEntries(pairs)),
);
