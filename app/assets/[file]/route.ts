import { handleHosted } from '../../../server/gateway/hosted-door.ts';
import { throughNext } from '../../../server/gateway/next-door.ts';

const answer = (request: Request): Promise<Response> => throughNext(request, handleHosted);

export { answer as GET, answer as HEAD };
