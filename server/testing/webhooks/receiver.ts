/** Webhook receivers with a configurable answer. They record all requests. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { WebhookBody } from '#server/webhooks/rules/webhook-body.ts';

/** A recorded request. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: WebhookBody;
  readonly at: number;
}

type Answer = (response: ServerResponse, requests: ReceivedRequest, count: number) => void;

/** Accepts every request. */
export const accept: Answer = (response) => void response.writeHead(204).end();

/**
 * Starts a receiver on this machine. `answer` may be replaced at any time; its argument `count` is the number of
 * earlier requests.
 */
export async function newReceiver(answer: Answer = accept) {
  const requests: ReceivedRequest[] = [];
  const receiver = { url: '', requests, answer };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { url: path = '', headers } = request;
      const received = { path, headers, text, body: JSON.parse(text) as WebhookBody, at: performance.now() };
      requests.push(received);
      receiver.answer(response, received, requests.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}
