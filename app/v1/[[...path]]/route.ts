/** The API behind Next: every path and method under /v1 goes to the gateway, which is also what production answers with. */
import { handleRequest } from '#server/api/handle.ts';
import { throughNext } from '#server/http/next-adapter.ts';

const handler = (request: Request) => throughNext(request, handleRequest);

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
