import { describe, expect, test } from 'vitest';
import { csvCell, csvHead, csvLines } from './csv.ts';

test('quotes cells only if necessary, and writes null as an empty cell', () => {
  const columns = [
    ['name', ({ name }: { name: string | null }) => name],
    ['at', () => new Date('2026-11-15T12:00:00.000Z')],
    ['count', () => 3],
  ] as const;
  expect(csvHead(columns)).toBe('name,at,count\r\n');
  const rows = [{ name: 'Tea, "green"' }, { name: null }, { name: 'two\r\nlines' }, { name: 'ünï, 字' }];
  expect(csvLines(columns, rows)).toBe(
    '"Tea, ""green""",2026-11-15T12:00:00.000Z,3\r\n' +
      ',2026-11-15T12:00:00.000Z,3\r\n' +
      '"two\r\nlines",2026-11-15T12:00:00.000Z,3\r\n' +
      '"ünï, 字",2026-11-15T12:00:00.000Z,3\r\n',
  );
});

describe('spreadsheet formulas become text', () => {
  test.each(['=1+1', '+1', '-cmd', '@x', '  =1', '\t=1', '\r=1', '-1+1|cmd'])('%j', (text) => {
    expect(csvCell(text).replaceAll('"', '')).toBe(`'${text}`);
  });
  test('also where lines are split at semicolons', () => {
    expect(csvCell('Kaffee; =1+1;@x; y')).toBe("Kaffee; '=1+1;'@x; y");
  });
  test('negative amounts are not formulas', () => {
    expect([csvCell('-29.00'), csvCell('-4500')]).toEqual(['-29.00', '-4500']);
  });
});
