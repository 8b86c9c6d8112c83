import { merchantAuth } from '../../../../server/gateway/merchant-auth.ts';

const handler = (request: Request) => merchantAuth().handler(request);

export { handler as GET, handler as POST };
