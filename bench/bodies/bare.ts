/** The ceiling for large bodies: reads and discards them, and answers everything with 200. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAsked } from '../children.ts';

const server = createServer((request, response) => {
  request.resume().on('end', () => response.end('{"data":{"status":"ok"}}'));
});

answerAsked(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port };
});
