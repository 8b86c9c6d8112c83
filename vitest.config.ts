import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { fastDrizzleImports, fastStart } from '#server/testing/node-start.ts';
import { LongestFirst } from '#server/testing/sequencer.ts';
import { testSecret } from '#server/testing/test-secret.ts';

/** Pure rules: no database, no server, no other process. */
const unitTests = [
  '{app,bench,components}/**/*.test.ts',
  'server/architecture.test.ts',
  'server/**/rules/**/*.test.ts',
  'server/{domain,i18n,platform,testing}/*.test.ts',
];
/** Programs, clients and adapters: each test starts what it needs. */
const programTests = ['db/**/*.test.ts', 'server/*.test.ts', 'server/cli/*.test.ts', 'server/providers/**/*.test.ts'];
/** Tests that run a server in their own process: with settings of their own, and state that lives as long as the process. */
const processTests = ['server/**/*.process.test.ts'];
/** Tests of the database client that need a database of the API tests. */
const clientTests = ['db/client.test.ts', 'db/hot-statement.test.ts'];
/** Answers of the gateway and of the buyers' pages: tested behind node:http and behind Next. */
const gatewayTests = ['server/{api,graphql,http}/**/*.test.ts', 'server/storefront/routes/*.test.ts'];
/** They ask both servers themselves, and run once. */
const twoServerTests = ['server/api/both-servers.test.ts', 'server/http/next-adapter.test.ts'];

const doors = {
  globalSetup: 'server/testing/doors.ts',
  // Far more than any of them takes, also on a machine that has ten other things to do.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  env: { APP_SECRET: testSecret },
};

// Vitest's workers inherit it. Node reads it before it loads the first module, which is before `env` is set.
process.env.NODE_COMPILE_CACHE ??= fastStart.NODE_COMPILE_CACHE;

export default defineConfig({
  // What Node itself loads for the packages that build and run the schema: of two copies, neither knows the other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  test: {
    /** Of servers in the tests' own process, and of the programs that they start; the doors set their own. */
    env: { LOG_LEVEL: 'silent', ...fastStart, SANDBOX_IN_PROD: 'on' },
    execArgv: [fastDrizzleImports],
    // A test waits for its database a third of its time. The servers of more workers would need more than the 200
    // connections that PostgreSQL has.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    expect: { poll: { timeout: 20_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unitTests,
          // Property tests take seconds on a machine with other work.
          testTimeout: 30_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          include: programTests,
          exclude: [...unitTests, ...clientTests],
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
          name: 'api',
          include: ['server/**/*.test.ts', ...clientTests],
          exclude: [
            ...[...unitTests, ...programTests].filter((pattern) => pattern.startsWith('server/')),
            ...twoServerTests,
            ...processTests,
          ],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...doors,
          name: 'api behind Next',
          include: gatewayTests,
          // The portal behind Next is one route, which portal-routes.test.ts covers.
          exclude: [...processTests, 'server/**/rules/**', 'server/storefront/routes/portal-{recovery,orders}.test.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { ...doors, name: 'process', include: processTests } },
    ],
  },
});
