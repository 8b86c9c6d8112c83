/** Work that runs until Ctrl-C. */
import { isUnread } from './closed-output.ts';

/**
 * Runs `work` until it ends. SIGINT, SIGTERM and output that nothing reads any more abort its signal. A second Ctrl-C ends
 * the process at once.
 */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const stopIfUnread = (error: Error) => {
    if (isUnread(error)) stop();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  process.stdout.on('error', stopIfUnread);
  try {
    await work(stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    process.stdout.off('error', stopIfUnread);
  }
}
