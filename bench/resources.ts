/** Processor time and memory of processes, read from Linux's /proc; 0 elsewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second. */
const msPerTick = 10;

export const cpuMsOf = (pid: number): number => statOf(pid).ownTicks * msPerTick;

/** Of a process and all its children, including those that have ended. PostgreSQL is its postmaster's family. */
export function familyCpuMsOf(pid: number): number {
  for (;;) {
    const { endedTicks } = statOf(pid);
    const family = [pid, ...pids().filter((each) => statOf(each).parent === pid)];
    const ticks = family.reduce((sum, each) => sum + statOf(each).ownTicks, endedTicks);
    // A child that ended in between is missing from the sum.
    if (statOf(pid).endedTicks === endedTicks) return ticks * msPerTick;
  }
}

/** In KiB: `VmRSS` is the current size, `VmHWM` the peak. */
export const memoryOf = (pid: number, name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(pid, 'status'))?.[1] ?? 0);

/** The process with that command line and those variables in its environment. */
export const findProcess = (command: readonly string[], ...variables: readonly string[]): number | undefined =>
  pids().find((pid) => {
    const environment = read(pid, 'environ').split('\0');
    return (
      read(pid, 'cmdline') === `${command.join('\0')}\0` &&
      variables.every((variable) => environment.includes(variable))
    );
  });

const pids = (): number[] => (existsSync('/proc') ? readdirSync('/proc').map(Number).filter(Number.isInteger) : []);

function statOf(pid: number) {
  // The name in parentheses may contain anything.
  const fields = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  const at = (index: number) => Number(fields[index] ?? 0);
  return { parent: at(1), ownTicks: at(11) + at(12), endedTicks: at(13) + at(14) };
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process has ended, or there is no /proc.
    return '';
  }
}
