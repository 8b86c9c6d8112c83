import { handleDashboardGraphql } from '../../../../server/gateway/dashboard-door.ts';
import { throughNext } from '../../../../server/gateway/next-door.ts';

/** The same as /v1/graphql, for a merchant who is signed in. */
export const POST = (request: Request): Promise<Response> => throughNext(request, handleDashboardGraphql);
