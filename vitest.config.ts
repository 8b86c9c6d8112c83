import { defineConfig } from 'vitest/config';

const apiTests = ['server/actions/**/*.test.ts', 'server/gateway/**/*.test.ts', 'server/graphql/**/*.test.ts'];
/** Behind the doors: jobs sweep the whole database, so they run once, not once per door. */
const innerTests = [
  'server/jobs/**/*.test.ts',
  'server/checkout/**/*.test.ts',
  'server/receipts/receipt.test.ts',
  'server/cli/commands/merchant-create.test.ts',
  'server/cli/commands/operator.test.ts',
  'server/demo.test.ts',
  'server/docs/**/*.test.ts',
];
/** The same tests through either door: what one answers, the other answers. */
const api = { include: apiTests, globalSetup: 'server/testing/doors.ts', testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
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
          ],
          exclude: innerTests,
          testTimeout: 60_000,
        },
      },
      { test: { ...api, name: 'api fast door', include: [...apiTests, ...innerTests] } },
      { test: { ...api, name: 'api next door' } },
    ],
  },
});
