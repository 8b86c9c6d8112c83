/**
 * Does one step of something longer, and says in one line that it is done and how long it took.
 */
export async function phase<Result>(label: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  console.log(`  ${label.padEnd(28)} ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}
