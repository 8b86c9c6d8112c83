import { explorerAsset } from '#server/graphql/explorer/explorer-files.ts';
import { acceptedEncoding } from '#server/http/compression.ts';
import type { GatewayRequest, GatewayResponse } from '#server/http/http.ts';
import { hostedBuild } from './rendering/renderer.ts';

/** A file of the buyer pages or the explorer. Its name contains a content hash, so browsers cache it forever. */
export async function answerAsset(request: GatewayRequest, name: string): Promise<GatewayResponse> {
  const asset = (await explorerAsset(name)) ?? (await hostedBuild()).assets.get(name);
  if (!asset) return { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: 'Not Found' };
  const encoding = acceptedEncoding(request);
  return {
    status: 200,
    headers: {
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=31536000, immutable, no-transform',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding }),
    },
    body: encoding ? asset[encoding] : asset.plain,
  };
}
