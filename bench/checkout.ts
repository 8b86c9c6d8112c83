/**
 * The checkout page, as a phone sees it and as the server does: Lighthouse's mobile preset on a production build, the
 * weight of its script, and pages a second beside a bare `node:http` server that sends the same bytes.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { openDatabase } from '#db/client.ts';
import { freePort } from '#db/free-port.ts';
import { ensureBuild } from '#server/cli/build.ts';
import { ensureDemo } from '#server/cli/demo/demo.ts';
import { startApiServer, startTestDatabase } from '#server/testing/test-servers.ts';
import { measureRate, type Rate } from './load.ts';

const rounds = 5;
const categories = ['performance', 'accessibility', 'best-practices'] as const;

export interface CheckoutFigures {
  /** 0 to 100, the median of five. */
  readonly lighthouse: Readonly<Record<(typeof categories)[number], number>>;
  readonly metrics: Readonly<Record<string, string>>;
  /** Gzipped. */
  readonly scriptBytes: number;
  readonly documentBytes: number;
  readonly page: Rate;
  /** The same bytes from a bare server: no database, no rendering. */
  readonly ceiling: Rate;
}

export async function run(): Promise<CheckoutFigures> {
  await ensureBuild();
  const database = await startTestDatabase();
  const { db, close } = openDatabase(database.url, { max: 4, applicationName: 'counterfoil-bench' });
  const demo = await ensureDemo(db, { now: new Date(), dataDir: process.env.TMPDIR ?? '/tmp' });
  await close();
  if (!demo) throw new Error('There is no demo on a new database');
  const server = await startApiServer(database.url, { pages: true, worker: false });
  try {
    const url = server.url + new URL(demo.checkoutUrl).pathname;
    const html = await (await fetch(url)).text();
    const ceiling = await serveBare(html);
    const figures = {
      ...(await audit(url)),
      scriptBytes: await scriptBytes(server.url, html),
      documentBytes: gzipSync(html).byteLength,
      ceiling: await measureRate(ceiling.url),
      page: await measureRate(url),
    };
    ceiling.close();
    return figures;
  } finally {
    await server.close();
    await database.close();
  }
}

async function audit(url: string) {
  const port = await freePort();
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', `--remote-debugging-port=${port}`] });
  try {
    const results: Result[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const result = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'error' });
      if (result) results.push(result.lhr);
    }
    const score = (name: string) => median(results.map((lhr) => (lhr.categories[name]?.score ?? 0) * 100));
    const last = results.at(-1);
    const metric = (name: string) => last?.audits[name]?.displayValue ?? '';
    for (const found of Object.values(last?.audits ?? {})) {
      if (found.score !== null && found.score < 1)
        console.error(`  below 100: ${found.id} ${found.displayValue ?? ''}`);
    }
    return {
      lighthouse: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
      },
      metrics: {
        'first contentful paint': metric('first-contentful-paint'),
        'largest contentful paint': metric('largest-contentful-paint'),
        'total blocking time': metric('total-blocking-time'),
        'cumulative layout shift': metric('cumulative-layout-shift'),
      },
    };
  } finally {
    await browser.close();
  }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function scriptBytes(origin: string, html: string): Promise<number> {
  let bytes = 0;
  for (const [, path] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)) {
    bytes += gzipSync(await (await fetch(origin + path)).bytes(), { level: 9 }).byteLength;
  }
  return bytes;
}

async function serveBare(html: string) {
  const server = createServer((_request, response) => response.end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}
