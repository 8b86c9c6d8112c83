/** A journey: one request, or several requests that each depend on the previous answers. */
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export interface SentRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Throws if an answer is wrong. */
export type Journey = Generator<SentRequest, void, Answer>;

/** Starts the journey with this number. */
export type Begin = (number: number) => Journey;

/** Journeys of one request each, which cycle through the list. */
export const singleRequests = (requests: readonly SentRequest[]): Begin =>
  function* begin(number) {
    yield requests[number % requests.length] as SentRequest;
  };

/** The `data` of an answer of the API. */
export const dataOf = ({ text }: Answer): Readonly<Record<string, unknown>> => JSON.parse(text).data;

/** Carries the numbers of the journey and of its request to the ceilings. The service ignores this header. */
export const journeyHeader = 'X-Bench';

export const numbered = ({ headers, ...request }: SentRequest, number: number, step: number): SentRequest => ({
  ...request,
  headers: { ...headers, [journeyHeader]: `${number}.${step}` },
});

export const assertOk = ({ path }: SentRequest, { status, text }: Answer): void => {
  if (status < 200 || status > 299) throw new Error(`${path}: ${status} ${text.slice(0, 1000)}`);
};

/** Runs one journey, one request at a time. */
export async function runJourney(journey: Journey, exchange: (request: SentRequest) => Promise<Answer>) {
  for (let next = journey.next(); !next.done; ) {
    const answer = await exchange(next.value);
    assertOk(next.value, answer);
    next = journey.next(answer);
  }
}

const keepAlive = new Agent({ keepAlive: true });

type FullAnswer = Answer & { readonly headers: IncomingHttpHeaders; readonly bytes: Buffer };

/** Sends requests. With `agent: false`, each has its own connection. The body of the answer is not decompressed. */
export const exchangeWith =
  (origin: string, agent: Agent | false = keepAlive) =>
  ({ method, path, headers, body }: SentRequest) =>
    new Promise<FullAnswer>((resolve, reject) => {
      const length = method === 'POST' ? { 'Content-Length': Buffer.byteLength(body) } : {};
      const sent = httpRequest(origin + path, { method, agent, headers: { ...headers, ...length } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', reject);
        response.once('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() });
        });
      });
      // A refusal may close the connection before all of the body is sent.
      sent.on('error', reject).end(body);
    });
