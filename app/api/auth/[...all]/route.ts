import { answerAccountCall } from '#server/api/sign-in/merchant-auth.ts';

export { answerAccountCall as GET, answerAccountCall as POST };
