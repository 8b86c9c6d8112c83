/** The line to a database as a test holds it in its hand: cut, silent, or whole again. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseLine {
  /** The database by this line. */
  readonly url: string;
  /** As where PostgreSQL has been stopped: what is open breaks off, and nothing new is accepted. */
  cut(): Promise<void>;
  /** As where the network swallows everything: connections stand, and nobody answers. */
  silence(): void;
  /** As it was at first. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** A line to the database at `databaseUrl`, by a port of its own. */
export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const there = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const carry = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => {
      if (!isSilent) to.write(bytes);
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((client) => {
    const database = connect(Number(there.port), there.hostname);
    carry(client, database);
    carry(database, client);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = async () => {
    if (!server.listening) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    cut,
    silence() {
      isSilent = true;
    },
    async mend() {
      isSilent = false;
      if (!server.listening) await listen(port);
    },
    close: cut,
  };
}
