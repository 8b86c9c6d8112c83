import { createServer } from 'node:net';

/** Throws with a remedy when `port` cannot be listened on. Called before the build, which takes a minute. */
export function checkPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, host, port)));
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

/** Translates an error of `listen` for the person who ran the command. */
export function explainListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === 'EACCES') return new Error(`Port ${port} requires more privileges: choose a PORT above 1023`);
  return new Error(`Cannot listen on ${host}:${port}: ${error.message}`);
}
