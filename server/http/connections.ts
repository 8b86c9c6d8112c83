/** Limits the open connections per client address: each costs memory, and a silent one costs it until its timeout. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, isTrustedProxy } from '#server/platform/client-address.ts';
import { noteRefusal } from '#server/platform/observe.ts';
import { clientKeyOf } from '#server/platform/rate-limits/rate-limit.ts';
import { settings } from '#server/platform/settings.ts';

/** Up to this multiple of the limit a connection is refused with a response; beyond it the connection is destroyed. */
const answeredFactor = 2;

/** Calls `refuse`, which answers and closes, for each connection over its address's limit. Trusted proxies have no limit. */
export function limitConnections(server: Server, refuse: (socket: Socket) => void): void {
  const { connectionsPerAddress, trustedProxies } = settings();
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const connected = socket.remoteAddress ?? '';
    if (isTrustedProxy(connected, trustedProxies)) return;
    const client = clientKeyOf(clientAddress(connected, undefined, trustedProxies));
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    socket.once('close', () => {
      const left = (counts.get(client) ?? 0) - 1;
      if (left > 0) counts.set(client, left);
      else counts.delete(client);
    });
    if (count <= connectionsPerAddress) return;
    noteRefusal('connections');
    if (count > answeredFactor * connectionsPerAddress) socket.destroy();
    else refuse(socket);
  });
}
