import { handleDashboardAction } from '#server/api/dashboard-handler.ts';
import { throughNext } from '#server/http/next-adapter.ts';

interface Context {
  params: Promise<{ resource: string; action: string }>;
}

/** The same actions as /v1/actions/<resource>/<action>, for a merchant who is signed in. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { resource, action } = await params;
  return await throughNext(request, (raw) => handleDashboardAction(`${resource}/${action}`, raw));
}
