/**
 * Returns the CPU time of the work on this thread in milliseconds. Unlike wall-clock time, it does not depend on the
 * load of the machine.
 */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
