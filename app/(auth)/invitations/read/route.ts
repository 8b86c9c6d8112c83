import { handleInvitation } from '../../../../server/gateway/invitation-door.ts';
import { throughNext } from '../../../../server/gateway/next-door.ts';

/** What an invitation's page shows, for the token in the request's body. */
export const POST = (request: Request): Promise<Response> => throughNext(request, handleInvitation);
