/**
 * How long that work keeps this thread's processor, in milliseconds. Unlike the time on the clock it is the same on a
 * machine with much else to do.
 */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
