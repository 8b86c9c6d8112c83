/** Sign-in to the demo store from the home page. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { randomAddress } from '#server/testing/random-address.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const appUrl = 'http://localhost:3000';
const email = `${randomUUID()}@example.com`;
const password = 'a long password';
let auth: typeof import('./merchant-auth.ts');
let demo: typeof import('./demo-sign-in.ts');

const post = (path: string, headers: Record<string, string>, body?: object) =>
  new Request(`${appUrl}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': randomAddress(), 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
const own = { Origin: appUrl, Host: 'localhost:3000' };

beforeAll(async () => {
  Object.assign(process.env, { DATABASE_URL: databaseUrl, APP_URL: appUrl, HOST: '127.0.0.1' });
  auth = await import('./merchant-auth.ts');
  demo = await import('./demo-sign-in.ts');
  await auth.answerAccountCall(post('sign-up/email', own, { name: 'Demo', email, password }));
});

test('answers 404 without a demo account, signs in to the one that is offered, and refuses other sites', async () => {
  expect(demo.offersDemoSignIn()).toBe(false);
  expect((await demo.answerDemoSignIn(post('sign-in/demo', own))).status).toBe(404);

  demo.offerDemoSignIn({ email, password });
  expect(demo.offersDemoSignIn()).toBe(true);
  const answer = await demo.answerDemoSignIn(post('sign-in/demo', own));
  expect(answer.status).toBe(200);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  expect(await auth.readMerchant(new Headers({ cookie }))).toMatchObject({ email });

  const foreign = [
    { ...own, Origin: 'https://attacker.example' },
    { ...own, 'Sec-Fetch-Site': 'cross-site' },
    // A host name of the attacker's that leads to this machine: its pages are of the same origin.
    { Origin: 'http://attacker.example:3000', Host: 'attacker.example:3000' },
  ];
  for (const headers of foreign) {
    const refused = await demo.answerDemoSignIn(post('sign-in/demo', headers));
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []]);
  }
});
