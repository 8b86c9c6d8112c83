/** Finds or installs the browser of the end-to-end tests. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/cli/project-root.ts';
import { installPackages, isRootOnDebian, tryCommand } from './debian.ts';

const DOWNLOAD_TIMEOUT_MS = 180_000;

/** The headless shells come first, because they need a sixth less CPU time. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, an installed one, Playwright's own, or one that is installed now (by
 * Playwright's download, or as root on Debian from its packages). Throws with instructions if there is none.
 */
export async function ensureBrowser(): Promise<string> {
  const present = await findBrowser();
  if (present) return present;
  console.error('There is no browser for the end-to-end tests; installing one …');
  const playwright = join(projectRoot, 'node_modules/@playwright/test/cli.js');
  await tryCommand([process.execPath, playwright, 'install', 'chromium'], DOWNLOAD_TIMEOUT_MS);
  if (!(await findBrowser()) && isRootOnDebian()) {
    await installPackages(['chromium-headless-shell', 'chromium'], async () => (await findBrowser()) !== undefined);
  }
  const installed = await findBrowser();
  if (installed) return installed;
  throw new Error('No browser could be installed: install Chromium or Google Chrome, or set CHROMIUM_PATH to one');
}

async function findBrowser(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test');
  return [process.env.CHROMIUM_PATH, ...INSTALLED, chromium.executablePath()].find((path) => path && existsSync(path));
}
