/**
 * Child processes that do not outlive this one, however it goes: kill -9 included.
 */
import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Runs $@, and ends it when the pipe that is our standard input closes, which the kernel does for a parent that died.
 */
const TIE = `
exec 3<&0
"$@" 3<&- </dev/null & program=$!
{ cat <&3 >/dev/null; kill "$program"; } >/dev/null 2>&1 &
exec 3<&- </dev/null
wait "$program" 2>/dev/null
`;

export type TiedProcess = {
  /** Settles when it has ended: its exit code, 1 where a signal ended it. */
  ended: Promise<number>;
  /** Asks it to end (SIGTERM) and waits until it has; kills it with all it started after `timeoutMs`. */
  stop(timeoutMs?: number): Promise<void>;
};

export type TiedOptions = {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Where its two outputs go: ours, nowhere, or (a number) an open file. */
  output?: 'inherit' | 'ignore' | number | ['pipe', 'inherit'];
  onOutput?: (text: string) => void;
};

/**
 * Starts a program in a session of its own, so that Ctrl-C reaches only this process, which then decides the order in
 * which things stop.
 */
export function spawnTied(command: string[], options: TiedOptions): TiedProcess {
  const { output = 'inherit' } = options;
  const [out, err] = Array.isArray(output) ? output : [output, output];
  const child = spawn('sh', ['-c', TIE, 'tied', ...command], {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: ['pipe', out, err],
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
      // Frees the process that waits for our end.
      child.stdin?.destroy();
      resolve(code ?? 1);
    });
  });
}

function killSession(child: ChildProcess) {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has gone by itself.
  }
}
