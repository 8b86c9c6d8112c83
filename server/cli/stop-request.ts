/**
 * When to stop: on SIGINT or SIGTERM, or when the npm that runs this has died.
 */

/** npm passes on the Ctrl-C that the terminal has already sent to everybody: the same one, twice. */
const SAME_KEYPRESS_MS = 400;
const PARENT_CHECK_MS = 500;

export type StopRequest = {
  /** Settles at the first request to stop. */
  requested: Promise<void>;
  isRequested(): boolean;
};

/**
 * Listens from now on. `onImpatience` is called at the second Ctrl-C; until then the first one is being answered.
 */
export function listenForStop(onImpatience: () => void = () => process.exit(1)): StopRequest {
  let first: number | null = null;
  const { promise: requested, resolve } = Promise.withResolvers<void>();
  const stop = () => {
    if (first === null) {
      first = performance.now();
      resolve();
    } else if (performance.now() - first > SAME_KEYPRESS_MS) onImpatience();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.env.npm_lifecycle_event || process.env.COUNTERFOIL_PARENT) watchParent(stop);
  return { requested, isRequested: () => first !== null };
}

/** A parent killed with -9 tells nobody. Its child is then somebody else's, which shows. */
function watchParent(onGone: () => void) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
}
