import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import { guides } from './guides/index.ts';
import { llmsText } from './llms.ts';

test('llms.txt links to every guide and endpoint', () => {
  const text = llmsText('https://pay.example.com');
  expect(text).toMatch(/^# Counterfoil\n\n> /);
  for (const { slug } of guides) expect(text).toContain(`(https://pay.example.com/docs/guides/${slug})`);
  for (const { resource, verb } of endpoints())
    expect(text).toContain(`(https://pay.example.com/docs/${resource}#${verb})`);
});
