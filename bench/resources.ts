/** What a process, or all of PostgreSQL's, has used of the machine, as Linux tells; undefined elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Sql } from 'postgres';

export interface Used {
  /** Processor time since it began, in milliseconds. */
  readonly cpuMs: number;
  /** Memory of its own at this moment; of PostgreSQL without what its processes share. */
  readonly kib: number;
}

/** The kernel tells times in hundredths of a second, whatever its own clock's rate is. */
const msPerTick = 10;

/** That process by itself. */
export function usedBy(pid: number): Used | undefined {
  const stat = statOf(pid);
  return stat && { cpuMs: stat.ownTicks * msPerTick, kib: kibOf(pid, 'VmRSS') };
}

/** That process with its children, those that have ended included: PostgreSQL by its postmaster. */
export function usedByFamily(pid: number): Used | undefined {
  for (;;) {
    const first = statOf(pid);
    if (!first) return undefined;
    const children = processes().filter((each) => statOf(each)?.parent === pid);
    const own = [pid, ...children].map((each) => ({
      ticks: statOf(each)?.ownTicks ?? 0,
      kib: kibOf(each, 'RssAnon'),
    }));
    // One that ended meanwhile stands with neither, and all that it ever used would be missing.
    if (statOf(pid)?.endedTicks !== first.endedTicks) continue;
    const ticks = own.reduce((sum, each) => sum + each.ticks, first.endedTicks);
    return { cpuMs: ticks * msPerTick, kib: own.reduce((sum, each) => sum + each.kib, 0) };
  }
}

/** The process from which all of PostgreSQL's come. */
export async function postmasterOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`
    select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`;
  return row?.pid ?? 0;
}

/** The most memory that a process has ever had, in KiB. */
export const peakKib = (pid: number): number => kibOf(pid, 'VmHWM');

/** The process that was started by that command, and whose environment has that setting. */
export const findProcess = (command: readonly string[], setting: string): number | undefined =>
  processes().find(
    (pid) => read(pid, 'cmdline') === `${command.join('\0')}\0` && read(pid, 'environ').split('\0').includes(setting),
  );

const processes = (): number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
};

function statOf(pid: number) {
  // The name in brackets may hold anything.
  const fields = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  if (fields.length < 15) return undefined;
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((place) =>
    Number(fields[place]),
  );
  return { parent, ownTicks: user + system, endedTicks: endedUser + endedSystem };
}

const kibOf = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(pid, 'status'))?.[1] ?? 0);

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has ended, or this is no Linux.
    return '';
  }
}
