import type { ScopeParams } from '#app/dashboard/scope.ts';
import { throughNext } from '#server/http/next-adapter.ts';
import { handleThemePreview } from '#server/storefront/routes/theme-preview.ts';

/** Renders the checkout page with unsaved settings. */
export async function POST(request: Request, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const pageParams = await params;
  return await throughNext(request, (raw) => handleThemePreview(pageParams, raw));
}
