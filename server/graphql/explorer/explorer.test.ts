import { expect, test } from 'vitest';
import { explorerPage, explorerPolicy } from './explorer.ts';
import { explorerAsset } from './explorer-files.ts';

const nonce = 'n0nce';

test('fills in a slug and ignores anything else', () => {
  expect(explorerPage(nonce, 'my-store-2')).toContain('my-store-2');
  expect(explorerPage(nonce, 'my-store-2')).not.toContain('<slug>');
  for (const given of [undefined, '', '"</script>', 'Ärger'])
    expect(explorerPage(nonce, given)).toBe(explorerPage(nonce));
});

test('the page is small, and its scripts are our files or carry the nonce', () => {
  const page = explorerPage(nonce);
  expect(page.length).toBeLessThan(5000);
  expect(explorerPolicy(nonce, "'none'")).not.toMatch(/script-src[^;]*unsafe/);
  for (const [tag] of page.matchAll(/<script[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
  expect([...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    '/icon.svg',
    expect.stringMatching(/^\/assets\/explorer-style-[0-9a-f]{12}\.css$/),
    expect.stringMatching(/^\/assets\/explorer-script-[0-9a-f]{12}\.js$/),
  ]);
});

test('its files are compressed to less than 1.6 MB', async () => {
  const page = explorerPage(nonce);
  const [style = '', script = ''] = [...page.matchAll(/assets\/([^"]*)/g)].map(([, name]) => name);
  const first = (await explorerAsset(script))?.plain.toString() ?? '';
  const workers = [...first.matchAll(/"\/assets\/(explorer-\w+-[0-9a-f]{12}\.js)"/g)].map(([, name = '']) => name);
  expect(workers).toHaveLength(3);
  const sizes = await Promise.all([style, script].map(async (name) => (await explorerAsset(name))?.br.byteLength ?? 0));
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(1_600_000);
  for (const name of workers) expect((await explorerAsset(name))?.type).toContain('text/javascript');
  expect(explorerAsset('explorer-none.js')).toBe(undefined);
});
