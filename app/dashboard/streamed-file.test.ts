import { expect, test } from 'vitest';
import { csvFile } from './streamed-file.ts';

/** A CSV response from batches of one row each, with a record of how many were read and whether reading ended. */
function source(count: number, failsAt?: number) {
  const state = { read: 0, isEnded: false };
  async function* batches() {
    try {
      while (state.read < count) {
        if (state.read === failsAt) throw new Error('the database is gone');
        state.read += 1;
        yield [state.read];
      }
    } finally {
      state.isEnded = true;
    }
  }
  const response = csvFile('rows.csv', [['row', (row: number) => `${row}, ü`]], batches());
  return { state, response };
}

test('sends the header before reading, then one batch at a time', async () => {
  const { state, response } = source(1000);
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="rows.csv"');
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('row\r\n');
  expect(state.read).toBeLessThanOrEqual(1);
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('"1, ü"\r\n');
  expect(state.read).toBeLessThanOrEqual(2);
  await reader?.cancel();
  expect(state.isEnded).toBe(true);
  expect(state.read).toBeLessThanOrEqual(2);
});

test('sends all rows', async () => {
  const { state, response } = source(3);
  expect(await response.text()).toBe('row\r\n"1, ü"\r\n"2, ü"\r\n"3, ü"\r\n');
  expect(state.isEnded).toBe(true);
});

test('aborts the download when reading fails', async () => {
  await expect(source(3, 2).response.text()).rejects.toThrow('the database is gone');
});
