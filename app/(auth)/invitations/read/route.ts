import { handleInvitation } from '#server/api/invitation-routes.ts';
import { throughNext } from '#server/http/next-adapter.ts';

/** Returns the invitation for the token in the request's body. */
export const POST = (request: Request): Promise<Response> => throughNext(request, handleInvitation);
