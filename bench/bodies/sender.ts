/** Sends bodies from a process of its own, so that the measured latency of `/v1/health` is the server's. */
import { request as httpRequest } from 'node:http';
import { answerAsked } from '../children.ts';

export interface Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly requests: number;
  readonly concurrency: number;
}

export interface SendingResult {
  readonly seconds: number;
  /** Number of responses by status; 0: the connection broke. */
  readonly statuses: Readonly<Record<number, number>>;
}

answerAsked(async ({ requests, concurrency, ...sent }: Sending): Promise<SendingResult> => {
  const statuses: Record<number, number> = {};
  let left = requests;
  const startedAt = performance.now();
  const send = async () => {
    while (left > 0) {
      left -= 1;
      const status = await post(sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, send));
  return { seconds: (performance.now() - startedAt) / 1000, statuses };
});

/** The response's status; 0 when the connection broke. Each on a new connection, as a refusal closes it. */
const post = ({ url, headers, body }: Pick<Sending, 'url' | 'headers' | 'body'>): Promise<number> =>
  new Promise((resolve) => {
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    const options = { method: 'POST', headers: { ...headers, ...length }, agent: false };
    const sending = httpRequest(url, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    sending.on('error', () => resolve(0));
    sending.end(body);
  });
