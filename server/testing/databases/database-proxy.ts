/** A TCP proxy to a database that a test can cut, silence and restore. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy {
  /** The database through this proxy. */
  readonly url: string;
  /** Simulates a stopped PostgreSQL: open connections break, and new ones are refused. */
  cut(): Promise<void>;
  /** Simulates a network that drops all packets: connections stay open, and nothing answers. */
  silence(): void;
  /** Restores the connection. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy to `databaseUrl` on a port of its own. `onStatement` gets what each connection executes. */
export async function openDatabaseProxy(
  databaseUrl: string,
  { onStatement }: { readonly onStatement?: () => void } = {},
): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const pipe = (from: Socket, to: Socket) => {
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
    const database = connect(Number(target.port), target.hostname);
    if (onStatement) client.on('data', newStatementReader(onStatement));
    pipe(client, database);
    pipe(database, client);
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
    async restore() {
      isSilent = false;
      if (!server.listening) await listen(port);
    },
    close: cut,
  };
}

/** Reads a client's messages; calls `onStatement` for each query and each execution of a prepared statement. */
function newStatementReader(onStatement: () => void): (bytes: Buffer) => void {
  let unread = Buffer.alloc(0);
  // The first message has no type.
  let typeLength = 0;
  return (bytes) => {
    unread = Buffer.concat([unread, bytes]);
    while (unread.length >= typeLength + 4) {
      const end = typeLength + unread.readInt32BE(typeLength);
      if (unread.length < end) return;
      if (typeLength > 0 && 'QE'.includes(String.fromCharCode(unread[0] ?? 0))) onStatement();
      unread = unread.subarray(end);
      typeLength = 1;
    }
  };
}
