/**
 * Counts the users of the embedded database through the kernel, so that a killed user is counted out like any other.
 * Every user holds a named pipe (`users`) open for writing. A watchdog, a small `sh` in its own session, reads from it.
 * Its read ends only when no user is left, and then it stops PostgreSQL. A new user writes a word into the pipe and
 * waits until the watchdog has answered with a file of that name. From then on the watchdog cannot see the end before
 * this user is gone. Without an answer the watchdog is ending; the user waits until it is gone and starts another.
 * Joining and leaving happen under the caller's lock.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, processIdentity } from './process-lock.mjs';

const POLL_MS = 5;
const ANSWER_TIMEOUT_MS = 60_000;
const LAUNCHING = 'launching';

export type Users = { runDir: string; cluster: string };

/** $1: the folder of the pipe; $2: PostgreSQL's folder. SIGINT requests a fast shutdown, SIGQUIT an immediate one. */
const WATCHDOG = `
pid=
note() { { read -r pid < "$1/postmaster.pid"; } 2>/dev/null; }
runs() {
  if [ -d /proc/self ]; then
    { read -r _ name state _ < "/proc/$1/stat"; } 2>/dev/null && [ "$name" = '(postgres)' ] && [ "$state" != Z ]
  else
    case "$(ps -o comm= -p "$1")" in *postgres*) true ;; *) false ;; esac
  fi
}
exec 4<>"$1/users" 3<"$1/users" 4>&-
while read -r word <&3; do note "$2"; { true > "$1/answer-$word"; } 2>/dev/null; done
exec 3<&-
tries=0
until note "$2" || [ -n "$pid" ] || [ $tries -ge 20 ]; do sleep 0.05; tries=$((tries + 1)); done
[ -n "$pid" ] && runs "$pid" && kill -INT "$pid"
tries=0
while [ -e "$2/postmaster.pid" ] && [ -n "$pid" ] && runs "$pid"; do
  tries=$((tries + 1)); [ $tries -eq 600 ] && kill -QUIT "$pid"; [ $tries -ge 800 ] && break
  sleep 0.05
done
`;

/**
 * Counts this process in, with a new watchdog if there is none. Returns the open file of its membership, for `leave`.
 */
export async function enter(users: Users): Promise<number> {
  mkdirSync(users.runDir, { recursive: true, mode: 0o700 });
  if (readWatchdog(users) === LAUNCHING) {
    // The watchdog's launcher was killed at this moment. Whatever it launched is ending.
    await sleep(1_000);
    rmSync(watchdogFile(users), { force: true });
  }
  const handle = await joinUsers(users);
  if (handle !== null) return handle;
  await untilGone(() => isAlive(readWatchdog(users)), ANSWER_TIMEOUT_MS);
  return launchWatchdog(users);
}

/** Counts this process out and returns whether it was the last. */
export function leave(users: Users, handle: number): { isLast: boolean } {
  // A non-blocking read returns the end if the pipe has no writers, and "try again" if it has.
  const reader = openPipe(users, constants.O_RDONLY);
  closeSync(handle);
  if (reader === null) return { isLast: false };
  try {
    return { isLast: readSync(reader, Buffer.alloc(1)) === 0 };
  } catch {
    return { isLast: false };
  } finally {
    closeSync(reader);
  }
}

/** Whether a watchdog is alive that will stop PostgreSQL or is stopping it. */
export function hasWatchdog(users: Users): boolean {
  return isAlive(readWatchdog(users));
}

async function joinUsers(users: Users): Promise<number | null> {
  const handle = openPipe(users, constants.O_WRONLY);
  if (handle === null) return null;
  if (await isAnswered(users, handle, () => isAlive(readWatchdog(users)))) return handle;
  closeSync(handle);
  return null;
}

async function isAnswered(users: Users, handle: number, watchdogLives: () => boolean): Promise<boolean> {
  const word = randomBytes(8).toString('hex');
  const answer = join(users.runDir, `answer-${word}`);
  try {
    writeSync(handle, `${word}\n`);
  } catch {
    return false;
  }
  const deadline = Date.now() + ANSWER_TIMEOUT_MS;
  while (!existsSync(answer)) {
    if (!watchdogLives() || Date.now() > deadline) return existsSync(answer);
    await sleep(POLL_MS);
  }
  rmSync(answer, { force: true });
  return true;
}

/** Null if no one reads from the pipe or it does not exist: there is no watchdog, or it is ending. */
function openPipe(users: Users, mode: number): number | null {
  try {
    return openSync(join(users.runDir, 'users'), mode | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENXIO' || code === 'ENOENT') return null;
    throw error;
  }
}

async function launchWatchdog(users: Users): Promise<number> {
  const path = join(users.runDir, 'users');
  rmSync(path, { force: true });
  const result = spawnSync('mkfifo', ['-m', '600', path], { encoding: 'utf8' });
  if (result.status !== 0)
    throw new Error(`Could not create the pipe ${path}: ${result.error?.message ?? result.stderr.trim()}`);
  // Opened both ways, so that neither side blocks and the watchdog never finds the pipe without users.
  const bothWays = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    const watchdog = spawnWatchdog(users);
    const handle = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    if (await isAnswered(users, handle, () => watchdog.exitCode === null && watchdog.signalCode === null))
      return handle;
    closeSync(handle);
    throw new Error('The watchdog of the embedded PostgreSQL did not start');
  } finally {
    closeSync(bothWays);
  }
}

function spawnWatchdog(users: Users) {
  writeFileSync(watchdogFile(users), LAUNCHING, { mode: 0o600 });
  const watchdog = spawn('sh', ['-c', WATCHDOG, 'counterfoil-watchdog', users.runDir, users.cluster], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
  });
  watchdog.unref();
  watchdog.once('error', () => {});
  writeFileSync(watchdogFile(users), (watchdog.pid && processIdentity(watchdog.pid)) || '');
  return watchdog;
}

function watchdogFile(users: Users) {
  return join(users.runDir, 'watchdog');
}

function readWatchdog(users: Users): string {
  try {
    return readFileSync(watchdogFile(users), 'utf8');
  } catch {
    return '';
  }
}

/** Polls until `isThere` returns false; false if it is still true after `timeoutMs`. */
export async function untilGone(isThere: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isThere()) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
