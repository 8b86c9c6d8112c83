/** How long a provider is waited for. Longer, and the outcome counts as unknown: the worker finds it. */
export const longestAnswerMs = 20_000;

/** The provider's answer, or an error once the time is up; an answer that comes later is heard by nobody. */
export async function withinTime<Answer>(answer: Promise<Answer>, limitMs = longestAnswerMs): Promise<Answer> {
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(() => timer.reject(new Error('the provider did not answer in time')), limitMs);
  try {
    return await Promise.race([answer, timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}
