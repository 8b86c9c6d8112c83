import { throughNext } from '#server/http/next-adapter.ts';
import { handleHosted } from '#server/storefront/routes/storefront-routes.ts';

const answer = (request: Request): Promise<Response> => throughNext(request, handleHosted);

export { answer as GET, answer as HEAD };
