/** Compression of responses. */

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { type GatewayRequest, type GatewayResponse, header } from './http.ts';

const shortest = 1024;
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** The encodings on offer, the smallest result first. */
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/** The encodings that the client accepts. `q=0` means refused. */
const acceptedBy = ({ headers }: GatewayRequest): readonly string[] =>
  new Negotiator({ headers: { 'accept-encoding': header(headers, 'accept-encoding') } }).encodings([...encodings]);

export const accepts = (request: GatewayRequest, encoding: Encoding): boolean => acceptedBy(request).includes(encoding);

/** The best encoding that the client accepts, or undefined. */
export function acceptedEncoding(request: GatewayRequest): Encoding | undefined {
  const accepted = acceptedBy(request);
  return encodings.find((encoding) => accepted.includes(encoding));
}

/** The response, compressed if it is over 1 KiB and the client accepts one of the encodings. */
export async function compressed(request: GatewayRequest, answer: GatewayResponse): Promise<GatewayResponse> {
  const bytes = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
  const encoding = bytes.byteLength < shortest ? undefined : acceptedEncoding(request);
  if (!encoding) return answer;
  const body =
    encoding === 'br'
      ? // As fast as gzip at its default level, and still smaller.
        await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await toGzip(bytes, { level: 5 });
  return { ...answer, headers: { ...answer.headers, 'Content-Encoding': encoding }, body };
}
