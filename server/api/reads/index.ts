/** The signed reads by path. */
import { eventsPath, readEvents } from './events.ts';
import { readRequests, requestsPath } from './requests.ts';
import type { AnswerRead } from './signed-read.ts';

export const signedReads: ReadonlyMap<string, AnswerRead> = new Map([
  [eventsPath, readEvents],
  [requestsPath, readRequests],
]);
