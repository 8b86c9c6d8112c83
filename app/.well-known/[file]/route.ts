import { wellKnownFile } from '#server/http/well-known.ts';
import { readClock } from '#server/platform/clock.ts';
import { settings } from '#server/platform/settings.ts';

export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const text = wellKnownFile((await params).file, settings(), readClock());
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' };
  return text === undefined ? new Response('Not Found', { status: 404 }) : new Response(text, { headers });
}
