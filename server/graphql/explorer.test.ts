import { expect, test } from 'vitest';
import { explorerPage } from './explorer.ts';

test('a slug is filled in, anything else is not', () => {
  expect(explorerPage('my-store-2')).toContain('my-store-2');
  expect(explorerPage('my-store-2')).not.toContain('<slug>');
  for (const given of [undefined, '', '"</script>', 'Ärger']) expect(explorerPage(given)).toBe(explorerPage());
});
