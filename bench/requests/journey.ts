/** What is measured: a request, or several that belong together, each made from the answers to those before. */

export interface SentRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ReadAnswer {
  readonly status: number;
  /** Everything before the empty line. */
  readonly head: string;
  readonly bytes: Buffer;
}

/** The `data` of an answer in the API's envelope. */
export const dataOf = ({ bytes }: ReadAnswer): Readonly<Record<string, unknown>> => JSON.parse(bytes.toString()).data;

/** Throws where an answer is none of what it has to be; a status other than 2xx ends it anyway. */
export type Journey = Generator<SentRequest, void, ReadAnswer>;

/** Says which request of which journey it is: nothing to the service, to the ceilings what they are to do. */
export const journeyHeader = 'X-Bench';
