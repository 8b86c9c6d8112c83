/**
 * Sends journeys over so many connections for so long. A client of our own, as those that there are take longer over a
 * request than what is measured takes over the answer: it writes requests as text and reads no more than the status and
 * the length of the answer.
 */
import { connect, type Socket } from 'node:net';
import { type Journey, journeyHeader, type ReadAnswer, type SentRequest } from './journey.ts';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
}

export interface Rate {
  /** Journeys that ended well, and those that did not. */
  readonly done: number;
  readonly failed: number;
  readonly seconds: number;
  /** Of each journey. */
  readonly tookMs: readonly number[];
  /** What the first that failed was answered. */
  readonly firstFailure: string | undefined;
}

let numbered = 0;

/** Begins a journey on each connection whenever the one before has ended, until the time is over. */
export async function load({ port, connections, seconds }: Load, begin: (number: number) => Journey): Promise<Rate> {
  const tookMs: number[] = [];
  let [failed, firstFailure]: [number, string | undefined] = [0, undefined];
  const started = performance.now();
  const end = started + seconds * 1000;
  const work = async () => {
    const connection = await openConnection(port);
    while (performance.now() < end) {
      const from = performance.now();
      numbered += 1;
      try {
        await travel(begin(numbered), numbered, connection.exchange);
        tookMs.push(performance.now() - from);
      } catch (error) {
        failed += 1;
        firstFailure ??= String(error).slice(0, 1000);
        // Whatever else would come on a connection that broke off.
        if (connection.isClosed()) break;
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { done: tookMs.length, failed, seconds: (performance.now() - started) / 1000, tookMs, firstFailure };
}

export type Exchange = (request: SentRequest) => Promise<ReadAnswer>;

/** One journey to its end. */
export async function travel(journey: Journey, number: number, exchange: Exchange): Promise<void> {
  let step = 0;
  for (let next = journey.next(); !next.done; step += 1) {
    const { headers, ...request } = next.value;
    const answer = await exchange({ ...request, headers: { ...headers, [journeyHeader]: `${number}.${step}` } });
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${request.path}: ${answer.status} ${answer.bytes.toString()}`);
    next = journey.next(answer);
  }
}

/** A connection that is kept: one request at a time. */
export async function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const waiting = readAnswers(socket);
  const exchange: Exchange = (request) => {
    const answered = new Promise<ReadAnswer>((resolve, reject) => Object.assign(waiting, { resolve, reject }));
    socket.write(textOf(request));
    return answered;
  };
  return { exchange, isClosed: () => socket.destroyed, close: () => socket.destroy() };
}

function textOf({ method, path, headers, body }: SentRequest): string {
  let text = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n`;
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  if (method === 'POST') text += `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${text}\r\n${body}`;
}

interface Waiting {
  resolve: (answer: ReadAnswer) => void;
  reject: (reason: Error) => void;
}

function readAnswers(socket: Socket): Waiting {
  const waiting: Waiting = { resolve: () => {}, reject: () => {} };
  let received: Buffer = nothing;
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (!answer) return;
    received = nothing;
    if (answer === 'unreadable') socket.destroy(new Error('an answer without a length'));
    else waiting.resolve(answer);
  });
  socket.on('error', (error) => waiting.reject(error));
  socket.on('close', () => waiting.reject(new Error('the connection was closed')));
  return waiting;
}

const nothing = Buffer.alloc(0);
const headEnd = Buffer.from('\r\n\r\n');

/** The answer, once all of it is there. */
function readAnswer(received: Buffer): ReadAnswer | 'unreadable' | undefined {
  const end = received.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) return 'unreadable';
  if (received.length < end + 4 + Number(length)) return undefined;
  return { status: Number(head.slice(9, 12)), head, bytes: received.subarray(end + 4) };
}
