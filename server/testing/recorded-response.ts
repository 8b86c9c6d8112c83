/** Turns a response of the test server into an example for the API documentation. */
import { Buffer } from 'node:buffer';
import { toShortId } from '#server/domain/ids.ts';

const sampleStart = Date.parse('2026-11-21T09:30:00.000Z');
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const shortId = /^([A-Z]{3,4})_[0-9A-Za-z]{22}$/;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Replaces what differs from run to run: IDs, times, slugs, addresses and tokens. Equal values stay equal. */
export function recordedResponse(body: unknown, { baseUrl, slug }: { baseUrl: string; slug: string }): unknown {
  const text = JSON.stringify(body);
  const times = [...text.matchAll(/"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g)].map(([, time = '']) =>
    Date.parse(time),
  );
  const start = Math.min(...times);
  const samples = new Map<string, string>();
  const sampleUuid = (index: number) => `0199a1f2-7c40-7d3a-9b1e-2f5c8d6e4a${(0x10 + index).toString(16)}`;
  const sample = (value: string, make: (index: number) => string): string => {
    const known = samples.get(value) ?? make(samples.size);
    samples.set(value, known);
    return known;
  };
  const replace = (value: string): string => {
    const [, prefix] = shortId.exec(value) ?? [];
    if (prefix) return sample(value, (index) => toShortId(prefix as 'STO', sampleUuid(index)));
    if (uuid.test(value)) return sample(value, sampleUuid);
    if (isoTime.test(value)) {
      const seconds = Math.round((Date.parse(value) - start) / 1000);
      return new Date(sampleStart + seconds * 1000).toISOString();
    }
    if (value.startsWith('eyJ')) return `eyJhbGciOiJFZERTQSJ9.${Buffer.from('{}').toString('base64url')}.c2lnbmF0dXJl`;
    if (value.startsWith('whsec_'))
      return `whsec_${Buffer.from('32 bytes that only you two know.').toString('base64')}`;
    return value
      .replaceAll(baseUrl, '{baseUrl}')
      .replaceAll(slug, 'kettle-crema')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{23}/g, (id) => sample(id, sampleUuid))
      .replaceAll(/\b[0-9a-f]{32}\b/g, '5d41402abc4b2a76b9719d911017c592')
      .replaceAll(/[\w.+-]+@example\.com/g, 'ana@example.com');
  };
  return walk(body, replace);
}

function walk(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, replace)]));
}

/** The fields and types of a response, to compare a recorded response with a real one. */
export function responseShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(responseShape);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, responseShape(inner)]));
}
