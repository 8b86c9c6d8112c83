import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';

const isCi = Boolean(process.env.CI);

/** As root a browser has no sandbox; the other flags stop background requests on an offline machine. */
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
  // One processor is left for the server, PostgreSQL and the worker.
  workers: Math.max(2, availableParallelism() - 1),
  fullyParallel: true,
  forbidOnly: isCi,
  // Ends only a test that hangs: the longest takes a minute on a busy machine.
  timeout: 180_000,
  // Three times the dashboard's polling interval.
  expect: {
    timeout: 15_000,
    // For pictures at a quarter of the size, where text is gray lines.
    toHaveScreenshot: { threshold: 0.25, maxDiffPixelRatio: 0.08 },
  },
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  updateSnapshots: process.env.UPDATE_SCREENSHOTS === '1' ? 'all' : 'none',
  use: {
    ...(process.env.E2E_BASE_URL ? { baseURL: process.env.E2E_BASE_URL } : {}),
    // A new context and page take most of a second of processor time: a fifth of a run. Cookies, cache, storage,
    // routes and scripts are cleared between tests, permissions in fixtures.ts; after a failure the worker restarts.
    // Not cleared: window.name, the history, and the state of setOffline, setGeolocation and similar calls.
    reuseContext: true,
    // Contrast cannot be measured during a color transition.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording slows every test down. `npm test -- --only e2e <spec> --trace on` records one.
    trace: 'off',
    launchOptions: { args: browserFlags, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    // Long scenarios run only where space is tightest. expectAccessible checks appearance in both sizes.
    { name: 'desktop', grepInvert: /@phone-only/, use: { ...chrome, viewport: { width: 1280, height: 720 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { ...chrome, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
});
