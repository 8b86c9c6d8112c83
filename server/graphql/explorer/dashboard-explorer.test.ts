import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../schema.ts';
import { dashboardExplorerPage } from './dashboard-explorer.ts';
import { explorerExamples } from './explorer-examples.ts';

const nonce = 'n0nce';
const context = { storeId: 'STO_0000000000000000000001', currency: 'EUR', now: new Date('2026-03-15T10:00:00Z') };

test('contains the store’s examples and environment, and nothing that ends its script', () => {
  const page = dashboardExplorerPage({ ...context, environment: 'prod' }, nonce);
  expect(page).toContain('"additionalHeaders":{"X-Environment":"prod"}');
  expect(page).toContain('storeId: \\"STO_0000000000000000000001\\"');
  expect(page).toContain('counterfoil-explorer:STO_0000000000000000000001:prod:');
  const other = dashboardExplorerPage({ ...context, storeId: 'STO_</script>', environment: 'test' }, nonce);
  expect(other).not.toContain('STO_</script>');
  expect(other).not.toContain('STO_0000000000000000000001');
});

test('shows one pane at a time on phones, with styles after the explorer’s own', () => {
  const page = dashboardExplorerPage({ ...context, environment: 'test' }, nonce);
  expect(page).toContain('width=device-width');
  expect(page.indexOf('class="explorer-views"')).toBeLessThan(page.lastIndexOf('<div id="root"'));
  expect(page.indexOf('.explorer-views {')).toBeGreaterThan(page.indexOf('<link rel="stylesheet"'));
});

test('every example is a valid query', () => {
  for (const query of explorerExamples(context)) expect(validate(schema, parse(query))).toEqual([]);
});
