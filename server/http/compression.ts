import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type GatewayRequest, type GatewayResponse, header } from './http.ts';

const shortest = 1024;
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

const readable = {
  br: /(?:^|[\s,])br(?!\s*;\s*q=0(?:[,\s]|$))/,
  gzip: /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:[,\s]|$))/,
} as const;

/** Whether the client can read that. */
export const accepts = (request: GatewayRequest, encoding: keyof typeof readable): boolean =>
  readable[encoding].test(header(request.headers, 'accept-encoding') ?? '');

/** Which of ours the client can read; the best first. */
export function acceptedEncoding(request: GatewayRequest): 'br' | 'gzip' | undefined {
  if (accepts(request, 'br')) return 'br';
  return accepts(request, 'gzip') ? 'gzip' : undefined;
}

/** The answer as it travels: compressed where that is worth it and understood. */
export async function compressed(request: GatewayRequest, answer: GatewayResponse): Promise<GatewayResponse> {
  const bytes = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
  const encoding = bytes.byteLength < shortest ? undefined : acceptedEncoding(request);
  if (!encoding) return answer;
  const body =
    encoding === 'br'
      ? // Made for this one answer: the level that is as quick as gzip's, and still smaller.
        await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await toGzip(bytes, { level: 5 });
  return { ...answer, headers: { ...answer.headers, 'Content-Encoding': encoding }, body };
}
