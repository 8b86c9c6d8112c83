/** What the request log calls things. */

/** `store/create-store` of `/v1/actions/store/create-store`. */
export const callName = (path: string): string =>
  path === '/v1/graphql' ? 'graphql' : path.replace(/^\/v1\/actions\//, '');

const callers: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  storeSlug: 'Store slug',
  sessionToken: 'Session token',
};

/** Who called. Without an environment nobody has proved who they are. */
export const callerName = (kind: string, environment: string | null): string =>
  environment === null ? 'Unknown: the signature was not accepted' : (callers[kind] ?? kind);

/** Short ones to the millisecond. */
export const durationText = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** Whether and how to send a call again. (commerce-api.md, "Retry rules".) */
export function retryAdvice({ status, replayed }: { status: number; replayed: boolean }): string {
  if (replayed) {
    return 'Nothing to do. This is the kept answer of the first call with the same X-Idempotency-Key and body; nothing was done a second time.';
  }
  if (status < 300) return 'Nothing to do: the call succeeded.';
  if (status === 401) {
    return 'Do not repeat it as it is. Put the signature right, sign again with the current time, and send that.';
  }
  if (status === 409) {
    return 'Wait a second and repeat it with the same X-Idempotency-Key, or first remove what the answer says is in the way.';
  }
  if (status === 429) return 'Wait for as many seconds as Retry-After says, then repeat it.';
  if (status >= 500 && status !== 501) {
    return 'Repeat it after 5 seconds, then after twice as long each time, three times at most, always with the same X-Idempotency-Key so that nothing is done twice.';
  }
  return 'Do not repeat it as it is: the answer would be the same. Change what the error names, then send it again.';
}
