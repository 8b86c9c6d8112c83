import type { ScopeParams } from '#app/dashboard/scope.ts';
import { throughNext } from '#server/http/next-adapter.ts';
import { handleThemePreview } from '#server/storefront/routes/theme-preview.ts';

/** The checkout's page as it would look with settings that are not saved yet. */
export async function POST(request: Request, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const address = await params;
  return await throughNext(request, (raw) => handleThemePreview(address, raw));
}
