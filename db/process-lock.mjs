/**
 * A lock between processes that a killed holder does not block. Plain JavaScript for Node 18 and later, because the
 * step that installs everything else needs it too.
 * The lock is a folder of numbered symbolic links. The highest number names its holder (`pid start-time`) or says that
 * it is free. Taking the lock means creating the next number, which the file system grants to one process only. A dead
 * holder is succeeded without deleting a file that another process might have taken.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const FREE = 'free';
const POLL_MS = 25;
/** Old numbers stay for a while, so that a slow reader of the folder always sees one that is higher than its own. */
const OLD_NUMBERS_KEPT = 4;

/**
 * Tells a process from a later one with the same id, by its start time. Null if there is no such process, or only a
 * zombie.
 */
export function processIdentity(pid) {
  return process.platform === 'linux' ? identityFromProc(pid) : identityFromPs(pid);
}

function identityFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may contain spaces and parentheses.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? null : `${pid} ${rest[18]}`;
  } catch {
    return null;
  }
}

function identityFromPs(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const found = /^\s*(\S+)\s+(.+?)\s*$/m.exec(stdout ?? '');
  return !found || found[1].startsWith('Z') ? null : `${pid} ${found[2]}`;
}

/** Whether the process of a `processIdentity()` taken earlier still runs. */
export function isAlive(identity) {
  return identity !== '' && processIdentity(Number.parseInt(identity, 10)) === identity;
}

/**
 * Runs `work` while holding the lock in `folder` (created if absent) and returns its result. `onWait` is called once if
 * another process holds the lock. Throws if it is not available within `timeoutMs`.
 */
export async function withProcessLock(folder, work, { timeoutMs = 120_000, onWait = () => {} } = {}) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const me = processIdentity(process.pid);
  const deadline = Date.now() + timeoutMs;
  let number = tryTake(folder, me);
  if (number === null) onWait();
  while (number === null) {
    if (Date.now() > deadline) throw new Error(`Another process holds ${folder} for too long`);
    await sleep(POLL_MS);
    number = tryTake(folder, me);
  }
  try {
    return await work();
  } finally {
    release(folder, number);
  }
}

function release(folder, number) {
  try {
    symlinkSync(FREE, join(folder, String(number + 1)));
  } catch (error) {
    // A folder removed meanwhile blocks no one.
    if (error.code !== 'ENOENT') throw error;
  }
}

function numbersIn(folder) {
  return readdirSync(folder).map(Number).filter(Number.isInteger);
}

function tryTake(folder, me) {
  const highest = Math.max(0, ...numbersIn(folder));
  if (highest > 0 && !isFree(join(folder, String(highest)))) return null;
  const number = highest + 1;
  try {
    symlinkSync(me, join(folder, String(number)));
  } catch (error) {
    if (error.code === 'EEXIST') return null;
    throw error;
  }
  // Other processes may have come and gone since the check, and this number may be a recycled one.
  if (Math.max(...numbersIn(folder)) > number) {
    unlinkSync(join(folder, String(number)));
    return null;
  }
  forgetNumbersBelow(folder, number - OLD_NUMBERS_KEPT);
  return number;
}

function isFree(link) {
  try {
    const holder = readlinkSync(link);
    return holder === FREE || !isAlive(holder);
  } catch {
    return false;
  }
}

function forgetNumbersBelow(folder, limit) {
  for (const number of numbersIn(folder)) {
    if (number >= limit) continue;
    try {
      unlinkSync(join(folder, String(number)));
    } catch {
      // Another holder removed it first.
    }
  }
}
