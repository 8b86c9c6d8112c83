import { throughNext } from '../../../../../../server/gateway/next-door.ts';
import { handleThemePreview } from '../../../../../../server/gateway/theme-preview.ts';
import type { ScopeParams } from '../../../../scope.ts';

/** The checkout's page as it would look with settings that are not saved yet. */
export async function POST(request: Request, { params }: { params: Promise<ScopeParams> }): Promise<Response> {
  const address = await params;
  return await throughNext(request, (raw) => handleThemePreview(address, raw));
}
