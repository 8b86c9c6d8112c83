/** `load-client.ts <url> <connections> <seconds>`: what `measureRate` starts; prints the figures as JSON. */
import autocannon from 'autocannon';
import type { Rate } from './load.ts';

const [url = '', connections, seconds] = process.argv.slice(2);
const options = { url, connections: Number(connections), headers: { 'accept-encoding': 'gzip, br' } };

await autocannon({ ...options, duration: 1 });
const result = await autocannon({ ...options, duration: Number(seconds) });
const rate: Rate = {
  perSecond: Math.round(result.requests.average),
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  failed: result.non2xx + result.errors,
};
process.stdout.write(JSON.stringify(rate));
