/** Labels and texts of the request log. */

/** The endpoint's name: `store/create-store` for `/v1/actions/store/create-store`. */
export const callName = (path: string): string =>
  path === '/v1/graphql' ? 'graphql' : path.replace(/^\/v1\/actions\//, '');

const callers: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  storeSlug: 'Store slug',
  sessionToken: 'Session token',
};

/** The caller's kind. A call without an environment failed authentication. */
export const callerName = (kind: string, environment: string | null): string =>
  environment === null ? 'Unknown (invalid signature)' : (callers[kind] ?? kind);

/** The mode's label; `null` when authentication failed. */
export const modeName = (environment: 'test' | 'prod' | null): string =>
  environment === null ? 'Unknown' : environment === 'prod' ? 'Live' : 'Test';

export const durationText = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** Whether and how to retry a call. (commerce-api.md, "Retry rules".) */
export function retryAdvice({ status, replayed }: { status: number; replayed: boolean }): string {
  if (replayed) {
    return 'No action needed. This is the stored response to the first call with the same X-Idempotency-Key and body. The operation ran once.';
  }
  if (status < 300) return 'No action needed. The call succeeded.';
  if (status === 401) {
    return 'Do not retry unchanged. Fix the signature, sign again with the current time, and send the new call.';
  }
  if (status === 403) {
    return 'Do not retry unchanged. Use a caller with permission for this call.';
  }
  if (status === 409) {
    return 'Resolve the conflict named in the response, or wait a second, then retry with the same X-Idempotency-Key.';
  }
  if (status === 429) return 'Wait for the number of seconds in the Retry-After header, then retry.';
  if (status >= 500 && status !== 501) {
    return 'Retry after 5 seconds and double the delay each time, at most three times. Use the same X-Idempotency-Key so that the operation runs only once.';
  }
  return 'Do not retry unchanged. Correct the input named in the error, then send a new call.';
}
