import { handleDashboardGraphql } from '#server/api/dashboard-handler.ts';
import { throughNext } from '#server/http/next-adapter.ts';

/** The same as /v1/graphql, for a merchant who is signed in. */
export const POST = (request: Request): Promise<Response> => throughNext(request, handleDashboardGraphql);
