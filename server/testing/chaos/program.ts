/** A real process that may be killed and restarted. It records its output and its unexpected exits. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '#server/cli/project-root.ts';

const startTimeoutMs = 90_000;
const stopTimeoutMs = 30_000;

export interface ProgramOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Whether the program is ready, by its output since it started. */
  readonly isReady: (output: string) => boolean | Promise<boolean>;
}

/** A JSON line of a log, or any other line of output. */
export interface OutputLine {
  readonly program: string;
  /** By `performance.now()`. */
  readonly at: number;
  readonly line: string;
}

export class Program {
  readonly name: string;
  /** All output except messages for people. */
  readonly lines: OutputLine[] = [];
  /** How the process exited without being asked to. */
  readonly unexpectedExits: string[] = [];
  /** When the process was asked to stop. Undefined unless it is stopping. */
  stopRequestedAt: number | undefined;
  readonly #options: ProgramOptions;
  #child: ChildProcess | undefined;
  #isStopExpected = false;

  constructor(options: ProgramOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Starts the process and waits until it is ready. */
  async start(): Promise<void> {
    const [program = '', ...args] = this.#options.command;
    const child = spawn(program, args, {
      cwd: projectRoot,
      env: this.#options.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        this.#recordLines(text);
      });
    }
    this.#isStopExpected = false;
    this.#child = child;
    tie(child);
    child.once('exit', (code, signal) => {
      this.#child = undefined;
      if (!this.#isStopExpected)
        this.unexpectedExits.push(`${this.name} ended by itself: ${signal ?? `exit code ${code}`}`);
    });
    const deadline = performance.now() + startTimeoutMs;
    while (!(await this.#options.isReady(output))) {
      if (this.#child !== child) throw new Error(`${this.name} ended before it was ready:\n${output.slice(-2000)}`);
      if (performance.now() > deadline) throw new Error(`${this.name} did not become ready:\n${output.slice(-2000)}`);
      await sleep(50);
    }
  }

  async kill(): Promise<void> {
    await this.#sendSignal('SIGKILL');
  }

  /** Asks the process to stop. Returns its exit code, or null if it had to be killed. */
  async stop(): Promise<number | null> {
    this.stopRequestedAt = performance.now();
    const killer = setTimeout(() => this.#child?.kill('SIGKILL'), stopTimeoutMs);
    const code = await this.#sendSignal('SIGTERM');
    clearTimeout(killer);
    this.stopRequestedAt = undefined;
    return code;
  }

  async #sendSignal(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    if (!child) return null;
    this.#isStopExpected = true;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  }

  #recordLines(text: string): void {
    const at = performance.now();
    for (const line of text.split('\n')) if (line.trim()) this.lines.push({ program: this.name, at, line });
  }
}

/** Kills the process when this one ends, also by `kill -9`: the kernel then closes the pipe that a shell reads. */
function tie(child: ChildProcess): void {
  const command = ['-c', 'cat >/dev/null; kill -9 "$1"', 'tie', String(child.pid)];
  const shell = spawn('sh', command, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.once('exit', () => {
    shell.kill('SIGKILL');
    shell.stdin.destroy();
  });
}
