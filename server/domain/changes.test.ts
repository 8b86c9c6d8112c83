import { describe, expect, test } from 'vitest';
import { changeOf, changesBetween } from './changes.ts';

test('only what differs, on either side', () => {
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

test('of what is new or gone everything that it has', () => {
  const facts = { name: 'A', logo: null, secret: undefined, at: new Date('2026-11-15T12:00:00Z') };
  const all = { name: 'A', at: '2026-11-15T12:00:00.000Z' };
  expect(changesBetween(null, facts)).toEqual({ after: all });
  expect(changesBetween(facts, null)).toEqual({ before: all });
});

test('fields within others are told one by one; a field that was not there is on one side only', () => {
  const before = { settings: { light: { color: '#000', logo: 'x' } } };
  const after = { settings: { light: { color: '#fff' }, dark: { color: '#111' } } };
  expect(changesBetween(before, after)).toEqual({
    before: { 'settings.light.color': '#000', 'settings.light.logo': 'x' },
    after: { 'settings.light.color': '#fff', 'settings.dark.color': '#111' },
  });
});

describe('what is long', () => {
  test('is cut, and says by how much', () => {
    const { after } = changesBetween(null, { description: 'x'.repeat(10_000), media: ['y'.repeat(600)] });
    expect(after?.description).toBe(`${'x'.repeat(500)}… (9500 more characters)`);
    expect(after?.media).toBe(`["${'y'.repeat(498)}… (104 more characters)`);
  });

  test('differs also where it does so behind the cut', () => {
    const [before, after] = [{ text: `${'x'.repeat(600)}a` }, { text: `${'x'.repeat(600)}b` }];
    expect(Object.keys(changesBetween(before, after).after ?? {})).toEqual(['text']);
  });

  test('is not cut within a character', () => {
    const { after } = changesBetween(null, { text: `${'x'.repeat(499)}${'😀'.repeat(2)}` });
    expect(after?.text).toBe(`${'x'.repeat(499)}… (4 more characters)`);
  });

  test('and so are many fields, and what is nested deep', () => {
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, place) => [`f${place}`, place]));
    expect(changesBetween(null, { metadata: many }).after).toMatchObject({ 'metadata.f59': 59, '…': '10 more fields' });
    expect(changesBetween(null, { a: { b: { c: { d: { e: 1 } } } } }).after).toEqual({ 'a.b.c.d': { e: 1 } });
  });
});
