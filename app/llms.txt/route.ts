import { llmsText } from '#server/docs/llms.ts';
import { settings } from '#server/platform/settings.ts';

// The links contain the server's URL, which is only known at run time.
export const dynamic = 'force-dynamic';

export const GET = (): Response =>
  new Response(llmsText(settings().appUrl), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
