import { answerDemoSignIn } from '#server/api/sign-in/demo-sign-in.ts';

export { answerDemoSignIn as POST };
