/** The processes of a measurement: each is told what to do by messages, answers each, and ends with this one. */
import { fork } from 'node:child_process';

export interface Child {
  readonly pid: number;
  readonly ask: <Answer>(message: object) => Promise<Answer>;
  /** Asks it to end, and waits until it has. */
  readonly stop: () => Promise<void>;
}

/** Starts that program of ours; with `env`, its environment instead of this process'. */
export function startChild(program: URL, args: readonly string[] = [], env = process.env): Child {
  const child = fork(program, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ask = <Answer>(message: object) =>
    new Promise<Answer>((resolve, reject) => {
      const onExit = () => reject(new Error(`${program.pathname} ended`));
      child.once('exit', onExit).once('message', (answer: { result?: Answer; error?: string }) => {
        child.off('exit', onExit);
        if (answer.error === undefined) resolve(answer.result as Answer);
        else reject(new Error(answer.error));
      });
      child.send(message);
    });
  const stop = () => {
    child.kill();
    return ended;
  };
  return { pid: child.pid ?? 0, ask, stop };
}

/** In such a process: answers what it is asked. */
export function answerAsked<Message>(answer: (message: Message) => Promise<unknown>): void {
  process.on('message', (message) => {
    answer(message as Message).then(
      (result) => process.send?.({ result: result ?? null }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  // Without whoever asks there is nothing left to do.
  process.on('disconnect', () => process.exit(0));
}
