/** Stop requests: SIGINT, SIGTERM, or the death of the npm that runs this process. */

/** npm forwards the Ctrl-C that the terminal has already sent to every process: one key press arrives twice. */
const SAME_KEYPRESS_MS = 400;
const PARENT_CHECK_MS = 500;

export type StopRequest = {
  /** Resolves at the first stop request. */
  requested: Promise<void>;
  isRequested(): boolean;
};

/** Starts listening. Calls `onImpatience` at the second Ctrl-C, while the first is being handled. */
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

/** A parent killed with -9 sends no signal, but its child's parent id changes. */
function watchParent(onGone: () => void) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
}
