import { defineConfig } from 'vitest/config';
import { testSecret } from './server/testing/test-secret.ts';

const apiTests = ['server/actions/**/*.test.ts', 'server/gateway/**/*.test.ts', 'server/graphql/**/*.test.ts'];
/** Behind the doors: jobs sweep the whole database, so they run once, not once per door. */
const innerTests = [
  'server/jobs/**/*.test.ts',
  'server/checkout/**/*.test.ts',
  'server/subscriptions/**/*.test.ts',
  'server/refunds/**/*.test.ts',
  'server/test-clock/**/*.test.ts',
  'server/receipts/receipt.test.ts',
  'server/cli/commands/**/*.test.ts',
  'server/demo.test.ts',
  'db/client.test.ts',
  'server/docs/**/*.test.ts',
];
/** They are a server themselves: they set its environment, and what it keeps for the life of its process. */
const processTests = ['server/**/*.process.test.ts'];

const doors = {
  globalSetup: 'server/testing/doors.ts',
  testTimeout: 20_000,
  hookTimeout: 60_000,
  env: { APP_SECRET: testSecret },
};
/** The same tests through either door: what one answers, the other answers. */
const api = { ...doors, include: apiTests, exclude: processTests, isolate: false };

export default defineConfig({
  test: {
    /** Of servers in the tests' own process; the doors set their own. */
    env: { LOG_LEVEL: 'silent' },
    // One more than the processors of the smallest machine: a test waits for its database a third of its time.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'server/domain/**/*.test.ts',
            'server/*.test.ts',
            'db/**/*.test.ts',
            'server/cli/**/*.test.ts',
            'components/**/*.test.ts',
            'server/providers/**/*.test.ts',
            'server/receipts/**/*.test.ts',
            'server/i18n/**/*.test.ts',
            'server/testing/**/*.test.ts',
          ],
          exclude: innerTests,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
      // Without isolation files share a worker's modules: to load the server anew for each took as long as to test it.
      { extends: true, test: { ...api, name: 'api fast door', include: [...apiTests, ...innerTests] } },
      { extends: true, test: { ...api, name: 'api next door' } },
      { extends: true, test: { ...doors, name: 'api process', include: processTests } },
    ],
  },
});
