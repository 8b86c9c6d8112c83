import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';

const isCi = Boolean(process.env.CI);

/** As root a browser has no sandbox; the rest keeps it from calling home on a machine without a way out. */
const browserFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const executablePath = process.env.CHROMIUM_PATH;
const chrome = devices['Desktop Chrome'];

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  // The server, PostgreSQL and the worker need the last processor.
  workers: Math.max(2, availableParallelism() - 1),
  fullyParallel: true,
  forbidOnly: isCi,
  timeout: 60_000,
  // Thrice the pause after which the dashboard reads anew.
  expect: {
    timeout: 15_000,
    // Of pictures a quarter of the size: letters are grey lines there, and may be other ones.
    toHaveScreenshot: { threshold: 0.25, maxDiffPixelRatio: 0.08 },
  },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  updateSnapshots: process.env.UPDATE_SCREENSHOTS === '1' ? 'all' : 'none',
  use: {
    ...(process.env.E2E_BASE_URL ? { baseURL: process.env.E2E_BASE_URL } : {}),
    // A new context with its page takes most of a second of a processor: a fifth of a whole run. Cookies, cache, storage,
    // routes and scripts are cleared between tests, permissions in fixtures.ts, and after a failure a worker begins anew.
    // What is cleared nowhere: window.name, the history, and what setOffline, setGeolocation and the like have set.
    reuseContext: true,
    // Colours that are on their way to others are neither's, to whoever measures them.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording slows every test down. `npm test -- --only e2e <spec> --trace on` records one.
    trace: 'off',
    launchOptions: { args: browserFlags, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    // What is longest to walk through is walked through where there is least room, and what every state looks like is
    // looked at in both.
    { name: 'desktop', grepInvert: /@phone-only/, use: { ...chrome, viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { ...chrome, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
});
