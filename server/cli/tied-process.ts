/** Child processes that never outlive this one, even after kill -9. */
import { type ChildProcess, spawn } from 'node:child_process';

/** Runs $@, and ends it when standard input closes. The kernel closes that pipe when the parent dies. */
const TIE = `
exec 3<&0
"$@" 3<&- </dev/null & program=$!
{ cat <&3 >/dev/null; kill "$program"; } >/dev/null 2>&1 &
exec 3<&- </dev/null
wait "$program" 2>/dev/null
`;

export type TiedProcess = {
  /** Resolves with the exit code, 1 after a signal. */
  ended: Promise<number>;
  /** Sends SIGTERM and waits for the end; kills the process and its children after `timeoutMs`. */
  stop(timeoutMs?: number): Promise<void>;
};

export type TiedOptions = {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** The target of both outputs: ours, none, or (a number) an open file. */
  output?: 'inherit' | 'ignore' | number | ['pipe', 'inherit'];
  onOutput?: (text: string) => void;
  /** Runs the program as another user. */
  user?: { uid: number; gid: number } | undefined;
};

/**
 * Starts a program in its own session, so that Ctrl-C reaches only this process, which decides the order of the stops.
 */
export function spawnTied(command: string[], options: TiedOptions): TiedProcess {
  const { output = 'inherit' } = options;
  const [out, err] = Array.isArray(output) ? output : [output, output];
  const child = spawn('sh', ['-c', TIE, 'tied', ...command], {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: ['pipe', out, err],
    ...options.user,
  });
  child.stdin?.on('error', () => {});
  child.stdout?.setEncoding('utf8').on('data', (text: string) => options.onOutput?.(text));
  const ended = untilEnded(child);
  return {
    ended,
    async stop(timeoutMs = 10_000) {
      child.stdin?.destroy();
      const killer = setTimeout(() => killSession(child), timeoutMs);
      await ended;
      clearTimeout(killer);
    },
  };
}

function untilEnded(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('exit', (code) => {
      // Releases the watchdog process.
      child.stdin?.destroy();
      resolve(code ?? 1);
    });
  });
}

function killSession(child: ChildProcess) {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
