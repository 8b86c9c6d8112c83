/** The processes of a measurement. The parent sends requests as messages; each is answered by one message. */
import { fork } from 'node:child_process';
import { productionMemory } from '#server/testing/node-start.ts';

export type Child = ReturnType<typeof startChild>;

/** Starts a program with the memory limits of `npm start`. */
export function startChild(program: URL, args: readonly string[] = [], env = process.env) {
  const child = fork(program, args, {
    env: { ...env, ...productionMemory },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  /** One request at a time. */
  const request = <Answer>(message: object) =>
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
  return { pid: child.pid ?? 0, request, stop };
}

/** For the child: answers each request. */
export function answerRequests<Message>(answer: (message: Message) => Promise<unknown>): void {
  process.on('message', (message) => {
    answer(message as Message).then(
      (result) => process.send?.({ result: result ?? null }),
      (error: Error) => process.send?.({ error: error.stack ?? String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}
