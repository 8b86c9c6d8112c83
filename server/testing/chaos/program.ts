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
  readonly isReady: (said: string) => boolean | Promise<boolean>;
}

/** A JSON line of a log, or any other line of output. */
export interface Said {
  readonly program: string;
  /** By `performance.now()`. */
  readonly at: number;
  readonly line: string;
}

export class Program {
  readonly name: string;
  /** All output except what is meant for people. */
  readonly said: Said[] = [];
  /** How the process exited without being asked to. */
  readonly deaths: string[] = [];
  /** When the process was asked to stop. Undefined unless it is stopping. */
  drainsSince: number | undefined;
  readonly #options: ProgramOptions;
  #child: ChildProcess | undefined;
  #isAskedToEnd = false;

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
    let said = '';
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        this.#note(text);
      });
    }
    this.#isAskedToEnd = false;
    this.#child = child;
    child.once('exit', (code, signal) => {
      this.#child = undefined;
      if (!this.#isAskedToEnd) this.deaths.push(`${this.name} ended by itself: ${signal ?? `exit code ${code}`}`);
    });
    const deadline = performance.now() + startTimeoutMs;
    while (!(await this.#options.isReady(said))) {
      if (this.#child !== child) throw new Error(`${this.name} ended before it was ready:\n${said.slice(-2000)}`);
      if (performance.now() > deadline) throw new Error(`${this.name} did not become ready:\n${said.slice(-2000)}`);
      await sleep(50);
    }
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks the process to stop. Returns its exit code, or null if it had to be killed. */
  async stop(): Promise<number | null> {
    this.drainsSince = performance.now();
    const killer = setTimeout(() => this.#child?.kill('SIGKILL'), stopTimeoutMs);
    const code = await this.#end('SIGTERM');
    clearTimeout(killer);
    this.drainsSince = undefined;
    return code;
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    if (!child) return null;
    this.#isAskedToEnd = true;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  }

  #note(text: string): void {
    const at = performance.now();
    for (const line of text.split('\n')) if (line.trim()) this.said.push({ program: this.name, at, line });
  }
}
