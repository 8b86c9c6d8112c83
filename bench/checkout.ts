/**
 * The checkout page of a production build as a phone sees it: Lighthouse with its mobile preset, and the sizes of the page and
 * its script. The case `checkout-page` measures the server.
 */
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import lighthouse, { type Result as Report } from 'lighthouse';
import { freePort } from '#db/free-port.ts';
import { ensureDemo } from '#server/cli/demo/demo.ts';
import { rounds, spreadOf } from './measure.ts';
import { startProduct } from './requests/product.ts';
import type { Result, Row } from './result.ts';

const categories = ['performance', 'accessibility', 'best-practices'];
const vitals = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];

export async function* run(): AsyncGenerator<Result> {
  const product = await startProduct({ worker: false, durable: false });
  try {
    const demo = await ensureDemo(product.db, { now: new Date(), dataDir: tmpdir() });
    if (!demo) throw new Error('A new database has no demo');
    const url = product.url + new URL(demo.checkoutUrl).pathname;
    const html = await (await fetch(url)).text();
    const { rows, notes } = await audit(url);
    const sizes = [
      rowOf('document, bytes gzipped', gzipSync(html).byteLength),
      rowOf('script, bytes gzipped', await scriptBytes(product.url, html)),
    ];
    yield { case: 'checkout', rows: [...rows, ...sizes], notes };
  } finally {
    await product.close();
  }
}

const rowOf = (name: string, result: number | string): Row => ({ Lighthouse: name, result });

/** The scores (median of all rounds) and metrics (last round), and the audits that found something. */
async function audit(url: string): Promise<{ rows: Row[]; notes: string[] }> {
  const port = await freePort();
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', `--remote-debugging-port=${port}`] });
  try {
    const reports: Report[] = [];
    while (reports.length < rounds) {
      const report = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error' });
      if (!report) throw new Error('Lighthouse made no report');
      reports.push(report.lhr);
    }
    const scores = categories.map((name) => {
      const values = reports.map((report) => (report.categories[name]?.score ?? 0) * 100);
      return rowOf(name, spreadOf(values, 0).median);
    });
    const audits = reports.at(-1)?.audits ?? {};
    const textOf = (name: string) => audits[name]?.displayValue ?? '';
    const flawed = Object.values(audits).filter(({ score }) => score !== null && score < 1);
    return {
      rows: [...scores, ...vitals.map((name) => rowOf(name, textOf(name)))],
      notes: flawed.map(({ id }) => `below 100: ${id} ${textOf(id)}`.trim()),
    };
  } finally {
    await browser.close();
  }
}

async function scriptBytes(origin: string, html: string): Promise<number> {
  let bytes = 0;
  for (const [, path] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)) {
    bytes += gzipSync(await (await fetch(origin + path)).bytes(), { level: 9 }).byteLength;
  }
  return bytes;
}
