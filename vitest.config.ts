import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { compileCache } from './server/testing/compile-cache.ts';
import { LongestFirst } from './server/testing/sequencer.ts';
import { testSecret } from './server/testing/test-secret.ts';

/** What the gateway itself answers: asked at either door. */
const gatewayTests = ['server/gateway/**/*.test.ts', 'server/graphql/**/*.test.ts'];
/** What stands behind it, and is the same code behind either: next-door.test.ts finds each action there. */
const innerTests = [
  'server/actions/**/*.test.ts',
  'server/queries/**/*.test.ts',
  'server/jobs/**/*.test.ts',
  'server/checkout/**/*.test.ts',
  'server/card-testing/change-card.test.ts',
  'server/subscriptions/**/*.test.ts',
  'server/refunds/**/*.test.ts',
  'server/test-clock/**/*.test.ts',
  'server/outbox/**/*.test.ts',
  'server/webhooks/**/*.test.ts',
  'server/notices/**/*.test.ts',
  'server/audit/**/*.test.ts',
  'server/receipts/receipt.test.ts',
  'server/cli/commands/**/*.test.ts',
  'server/demo.test.ts',
  'db/client.test.ts',
  'server/docs/**/*.test.ts',
];
/** They ask both doors themselves. */
const bothDoorsTests = ['server/gateway/doors.test.ts', 'server/gateway/next-door.test.ts'];
/** They are a server themselves: they set its environment, and what it keeps for the life of its process. */
const processTests = ['server/**/*.process.test.ts'];

const doors = {
  globalSetup: 'server/testing/doors.ts',
  // Far more than any of them takes, also on a machine that has ten other things to do.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  env: { APP_SECRET: testSecret },
};

export default defineConfig({
  // What Node itself loads for the packages that build and run the schema: of two copies, neither knows the other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  test: {
    /** Of servers in the tests' own process, and of the programs that they start; the doors set their own. */
    env: { LOG_LEVEL: 'silent', NODE_COMPILE_CACHE: compileCache, SANDBOX_IN_PROD: 'on' },
    // One more than the processors of the smallest machine: a test waits for its database a third of its time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 20_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'server/domain/**/*.test.ts',
            'server/card-testing/rules.test.ts',
            'server/*.test.ts',
            'db/**/*.test.ts',
            'server/cli/**/*.test.ts',
            'components/**/*.test.ts',
            'app/**/*.test.ts',
            'server/providers/**/*.test.ts',
            'server/receipts/**/*.test.ts',
            'server/i18n/**/*.test.ts',
            'server/testing/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: innerTests,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
      // Without isolation files share a worker's modules: to load the server anew for each took as long as to test it.
      {
        extends: true,
        test: {
          ...doors,
          name: 'api fast door',
          include: [...gatewayTests, ...innerTests],
          exclude: [...bothDoorsTests, ...processTests],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...doors,
          name: 'api next door',
          include: gatewayTests,
          // The portal behind Next is one route, which portal-door.test.ts asks for all kinds of things.
          exclude: [...processTests, 'server/gateway/portal-{fix,orders}.test.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { ...doors, name: 'api process', include: processTests } },
    ],
  },
});
