/** Concurrent work. */

/** Runs all tasks concurrently and waits for every one of them; then throws the first error, if any. */
export async function runConcurrently(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const results = await Promise.allSettled(tasks.map((task) => task()));
  const failed = results.find((task) => task.status === 'rejected');
  if (failed) throw failed.reason;
}
