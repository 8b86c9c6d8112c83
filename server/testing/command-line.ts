/** Runs commands in the test's process, because a process of their own would take a second to start. */
import { vi } from 'vitest';
import { failureOf, runCommandLine } from '#server/cli/command-line.ts';

/** The output and exit code of a command. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let last: Promise<unknown> = Promise.resolve();

/** The settings that a process reads once and caches. */
const shared = globalThis as typeof globalThis & { counterfoilSettings?: unknown };

/**
 * Runs `counterfoil` with these arguments and this database in this process. Concurrent calls run one after the other,
 * because they share the process's output and environment.
 */
export function runCommand(args: string[], databaseUrl?: string): Promise<CommandResult> {
  const ended = last.then(() => runAlone(args, databaseUrl));
  last = ended;
  return ended;
}

async function runAlone(args: string[], databaseUrl: string | undefined): Promise<CommandResult> {
  const [environment, exitCode, settings] = [{ ...process.env }, process.exitCode, shared.counterfoilSettings];
  if (databaseUrl !== undefined) process.env.DATABASE_URL = databaseUrl;
  process.exitCode = undefined;
  let stdout = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
  try {
    await runCommandLine(args);
    return { code: Number(process.exitCode ?? 0), stdout, stderr: '' };
  } catch (error) {
    const { code, message } = failureOf(error);
    return { code, stdout, stderr: `${message}\n` };
  } finally {
    write.mockRestore();
    process.exitCode = exitCode;
    shared.counterfoilSettings = settings;
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(environment, name)) delete process.env[name];
    Object.assign(process.env, environment);
  }
}
