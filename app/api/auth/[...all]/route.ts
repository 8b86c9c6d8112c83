import { answerAccountCall } from '../../../../server/gateway/merchant-auth.ts';

export { answerAccountCall as GET, answerAccountCall as POST };
