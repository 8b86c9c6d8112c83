/** A server that fails as the tests of the clients ask. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface FailingAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent unchanged, such as the page of a proxy. */
  readonly body?: object | string;
}

const bodyOf = (status: number): object =>
  status === 200
    ? { data: { token: 't' } }
    : { data: null, errors: [{ message: 'no', layer: 'gateway', code: 'unavailable' }] };

/** A server that answers with the given statuses in turn, the last one again and again, and records what it gets. */
export async function startFailing(answers: readonly (number | 'hang up' | FailingAnswer)[]) {
  const requests: { headers: IncomingMessage['headers']; body: string; at: number }[] = [];
  async function reply(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = answers[Math.min(requests.length, answers.length - 1)] ?? 200;
    requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), at: performance.now() });
    if (answer === 'hang up') return void request.socket.destroy();
    const {
      status,
      headers = {},
      body = bodyOf(status),
    }: FailingAnswer = typeof answer === 'number' ? { status: answer } : answer;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
  }
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close() };
}
