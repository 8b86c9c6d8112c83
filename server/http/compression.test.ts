/** Only node:http compresses: Next removes the encoding of a route handler's response. */
import { expect, test } from 'vitest';
import { baseUrl } from '#server/testing/api.ts';

const encodingOf = async (path: string, accepted: string) => {
  const { headers } = await fetch(`${baseUrl}${path}`, { headers: { 'Accept-Encoding': accepted } });
  expect(headers.get('vary')).toContain('Accept-Encoding');
  return headers.get('content-encoding');
};

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.000, *;q=0.1', 'gzip'],
  ['br;q=0, gzip; q=0', null],
  ['identity', null],
])('an answer over 1 KiB to a client that accepts "%s" is encoded as %s', async (accepted, encoding) => {
  expect(await encodingOf('/v1/openapi.json', accepted)).toBe(encoding);
});

test('does not compress a short response', async () => {
  expect(await encodingOf('/v1/health/live', 'br, gzip')).toBeNull();
});
