/** Waiting for an answer with a time limit. */

/** No answer came within the limit. */
export class TimedOut extends Error {
  override name = 'TimedOut';
}

/** The answer, or a {@link TimedOut} after `limitMs`. A later answer or failure is ignored. */
export async function withTimeout<Answer>(answer: Promise<Answer>, limitMs: number): Promise<Answer> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new TimedOut(`no answer within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([answer, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
