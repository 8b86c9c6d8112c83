/** Receives webhooks on this machine and accepts all of them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** `arrivals` has the first arrival of each order at `/fresh`, by Short ID. */
export async function startReceiver() {
  const arrivals = new Map<string, number>();
  const server = createServer((request, response) => {
    const at = performance.now();
    void json(request).then((body) => {
      response.writeHead(204).end();
      const { orderId } = (body as { data: { orderId: string } }).data;
      if (request.url === '/fresh' && !arrivals.has(orderId)) arrivals.set(orderId, at);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    close: () => new Promise<unknown>((resolve) => server.close(resolve).closeAllConnections()),
  };
}
