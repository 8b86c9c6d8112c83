import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { isOnCluster } from '#server/testing/citus/cluster.ts';
import { fastStart, preloads } from '#server/testing/node-start.ts';
import { SlowestFirst } from '#server/testing/sequencer.ts';
import { testSecret } from '#server/testing/test-secret.ts';

/** Pure rules: no database, no server, no other process. */
const unitTests = [
  '{app,bench,components}/**/*.test.ts',
  'server/architecture.test.ts',
  'server/**/rules/**/*.test.ts',
  'server/{domain,i18n,platform,testing}/*.test.ts',
];
/** Programs, clients and adapters. Each test starts what it needs. */
const programTests = [
  'clients/generated.test.ts',
  'clients/*/src/**/*.test.ts',
  'db/**/*.test.ts',
  'server/*.test.ts',
  'server/cli/*.test.ts',
  'server/docs/typescript-client/{documents,generated}.test.ts',
  'server/providers/**/*.test.ts',
];
/** Tests that run a server in their own process, with their own settings and state that lasts as long as the process. */
const processTests = ['server/**/*.process.test.ts'];
/** Tests of the database client that need a database of the API tests. */
const clientTests = ['db/client.test.ts', 'db/hot-statement.test.ts'];
/** Tests of both servers, or of routes that only Next has. They run in one project only. */
const nextOnlyTests = ['server/api/{both-servers,dashboard-routes}.test.ts', 'server/http/next-adapter.test.ts'];
/**
 * Tests that run once more behind Next: request and response adapters and the buyers' pages. both-servers.test.ts and
 * next-adapter.test.ts compare the two servers' answers, for every endpoint.
 */
const nextTests = [
  ...nextOnlyTests,
  'server/http/envelope.test.ts',
  'server/api/{bodies,origin}.test.ts',
  'server/graphql/explorer/explorer.test.ts',
  'server/storefront/routes/{checkout-pages,portal-routes}.test.ts',
];

/** Tests of the contract, concurrency, chaos, clocks and the ledger; they also run on a Citus cluster (server/testing/citus). */
const citusTests = [
  'server/{actions,billing,checkout,graphql,stores,test-clock}/**/*.test.ts',
  'server/api/{authenticate,idempotency,key-access,portal-recovery,steps,store-time}.test.ts',
  'server/api/reads/*.test.ts',
  'server/analytics/roll-up-days.test.ts',
  'server/worker/keep-months.test.ts',
  'server/**/*.citus.test.ts',
];
/** Sign-in on a cluster, in a server in the tests' own process. */
const citusProcessTests = ['server/api/sign-in/*.process.test.ts'];

const notOnCitus = [
  // The log of calls is off there, because it would be counted as statements of the calls: global-setup.ts.
  'server/api/reads/requests.test.ts',
  // It reads a page without statements.
  'server/graphql/explorer/explorer.test.ts',
];

const withServers = {
  globalSetup: 'server/testing/global-setup.ts',
  // A limit for failure: far longer than any test takes on a busy machine.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  env: { APP_SECRET: testSecret },
};

const onCluster = {
  ...withServers,
  // A database on a cluster takes half a minute to create, so all tests share one.
  maxWorkers: 1,
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

// Vitest's workers inherit it. Node reads it before it loads the first module, which is before `env` is set.
process.env.NODE_COMPILE_CACHE ??= fastStart.NODE_COMPILE_CACHE;

export default defineConfig({
  // The file that Node loads for the packages that build and run the schema. Two copies would not know each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  test: {
    /** For servers in the tests' own process and for programs that tests start. Servers of workers set their own. */
    env: { LOG_LEVEL: 'silent', ...fastStart, SANDBOX_IN_PROD: 'on' },
    execArgv: preloads,
    // A test waits a third of its time for its database. The servers of more workers would need more than PostgreSQL's
    // 200 connections.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    expect: { poll: { timeout: 20_000, interval: 20 } },
    projects: isOnCluster
      ? [
          {
            extends: true,
            test: {
              ...onCluster,
              name: 'citus',
              include: citusTests,
              exclude: [...unitTests, ...processTests, ...notOnCitus],
              isolate: false,
            },
          },
          { extends: true, test: { ...onCluster, name: 'citus process', include: citusProcessTests } },
        ]
      : [
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
          // Without isolation, files share a worker's modules: loading the server for each took as long as testing it.
          {
            extends: true,
            test: {
              ...withServers,
              name: 'api',
              include: ['server/**/*.test.ts', 'clients/clients.test.ts', ...clientTests],
              exclude: [
                ...[...unitTests, ...programTests].filter((pattern) => pattern.startsWith('server/')),
                ...nextOnlyTests,
                ...processTests,
                'server/**/*.citus.test.ts',
              ],
              isolate: false,
            },
          },
          {
            extends: true,
            test: {
              ...withServers,
              name: 'api behind Next',
              include: nextTests,
              exclude: processTests,
              isolate: false,
            },
          },
          { extends: true, test: { ...withServers, name: 'process', include: processTests } },
        ],
  },
});
