/** Longer than the server's timeout for a bank. */
const patienceMs = 40_000;

/** Posts JSON to a path of ours. Rejects without a response. */
export const postJson = (path: string, body: object): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    // The page's `no-referrer` policy makes some browsers omit the origin, which the server checks.
    referrerPolicy: 'strict-origin',
    signal: AbortSignal.timeout(patienceMs),
  });
