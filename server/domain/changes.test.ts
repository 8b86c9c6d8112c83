import { describe, expect, test } from 'vitest';
import { changeOf, changesBetween } from './changes.ts';

test('contains only fields that differ, on either side', () => {
  expect(
    changesBetween({ name: 'A', status: 'active', logo: null }, { name: 'B', status: 'active', logo: 'x' }),
  ).toEqual({
    before: { name: 'A', logo: null },
    after: { name: 'B', logo: 'x' },
  });
  expect(changesBetween({ tags: ['a'] }, { tags: ['a'] })).toEqual({ before: {}, after: {} });
  expect(changeOf('status', 'pending', 'active')).toEqual({
    before: { status: 'pending' },
    after: { status: 'active' },
  });
});

test('contains all fields of a created or deleted object', () => {
  const facts = { name: 'A', logo: null, secret: undefined, at: new Date('2026-11-15T12:00:00Z') };
  const all = { name: 'A', at: '2026-11-15T12:00:00.000Z' };
  expect(changesBetween(null, facts)).toEqual({ after: all });
  expect(changesBetween(facts, null)).toEqual({ before: all });
});

test('lists nested fields separately; a new field is on one side only', () => {
  const before = { settings: { light: { color: '#000', logo: 'x' } } };
  const after = { settings: { light: { color: '#fff' }, dark: { color: '#111' } } };
  expect(changesBetween(before, after)).toEqual({
    before: { 'settings.light.color': '#000', 'settings.light.logo': 'x' },
    after: { 'settings.light.color': '#fff', 'settings.dark.color': '#111' },
  });
});

describe('long values', () => {
  test('are cut, with the number of removed characters', () => {
    const { after } = changesBetween(null, { description: 'x'.repeat(10_000), media: ['y'.repeat(600)] });
    expect(after?.description).toBe(`${'x'.repeat(500)}… (9500 more characters)`);
    expect(after?.media).toBe(`["${'y'.repeat(498)}… (104 more characters)`);
  });

  test('count as different also beyond the cut', () => {
    const [before, after] = [{ text: `${'x'.repeat(600)}a` }, { text: `${'x'.repeat(600)}b` }];
    expect(Object.keys(changesBetween(before, after).after ?? {})).toEqual(['text']);
  });

  test('are not cut within a surrogate pair', () => {
    const { after } = changesBetween(null, { text: `${'x'.repeat(499)}${'😀'.repeat(2)}` });
    expect(after?.text).toBe(`${'x'.repeat(499)}… (4 more characters)`);
  });

  test('many fields and deep nesting are cut as well', () => {
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`f${index}`, index]));
    expect(changesBetween(null, { metadata: many }).after).toMatchObject({ 'metadata.f59': 59, '…': '10 more fields' });
    expect(changesBetween(null, { a: { b: { c: { d: { e: 1 } } } } }).after).toEqual({ 'a.b.c.d': { e: 1 } });
  });
});
