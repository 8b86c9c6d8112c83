/** Who is told: on this machine, as quick as can be. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  readonly url: string;
  /** When an order was first told of at `/fresh`, by its Short ID. */
  readonly arrivals: ReadonlyMap<string, number>;
  readonly close: () => Promise<unknown>;
}

/** Takes everything. */
export async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, number>();
  const server = createServer((request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(204).end();
      if (request.url !== '/fresh') return;
      const { orderId } = JSON.parse(Buffer.concat(chunks).toString()).data;
      if (!arrivals.has(orderId)) arrivals.set(orderId, at);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    close: () => new Promise<unknown>((resolve) => server.close(resolve).closeAllConnections()),
  };
}
