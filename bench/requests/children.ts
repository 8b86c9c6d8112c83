/** The processes of a measurement: each is told what to do by messages, answers each, and ends with this one. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly pid: number;
  readonly ask: <Answer>(message: object) => Promise<Answer>;
  readonly stop: () => void;
}

/** Starts one of the programs beside this file. */
export function startChild(program: 'bare.ts' | 'client.ts'): Child {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ask = <Answer>(message: object) =>
    new Promise<Answer>((resolve, reject) => {
      const onExit = () => reject(new Error(`${program} ended`));
      child.once('exit', onExit).once('message', (answer: { result?: Answer; error?: string }) => {
        child.off('exit', onExit);
        if (answer.error === undefined) resolve(answer.result as Answer);
        else reject(new Error(answer.error));
      });
      child.send(message);
    });
  return { pid: child.pid ?? 0, ask, stop: () => void child.kill() };
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
