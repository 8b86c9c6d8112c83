/** Receivers of webhooks as tests need them: they answer as they are told to, and remember what they heard. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { WebhookBody } from '#server/webhooks/rules/webhook-body.ts';

/** A request that a receiver heard. */
export interface Heard {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: WebhookBody;
  readonly at: number;
}

type Answer = (response: ServerResponse, heard: Heard, count: number) => void;

/** Takes everything. */
export const takes: Answer = (response) => void response.writeHead(204).end();

/** A receiver on this machine; `answer` may be changed at any time, and is told how many requests there were before. */
export async function newReceiver(answer: Answer = takes) {
  const heard: Heard[] = [];
  const receiver = { url: '', heard, answer };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { url: path = '', headers } = request;
      const one = { path, headers, text, body: JSON.parse(text) as WebhookBody, at: performance.now() };
      heard.push(one);
      receiver.answer(response, one, heard.length - 1);
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
