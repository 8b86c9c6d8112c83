/** Longer than the server waits for a bank. */
const patienceMs = 40_000;

/** Posts to a path of ours. Rejects where no answer comes. */
export const postJson = (path: string, body: object): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    // Some browsers leave the origin out of what a page sends that names itself to nobody, and the server asks for it.
    referrerPolicy: 'strict-origin',
    signal: AbortSignal.timeout(patienceMs),
  });
