/** `worker.ts <url>`: the worker that `bench webhooks` measures, in a process of its own; answers once it is ready. */
import { startWorker } from '#server/worker/worker.ts';
import { answerAsked } from '../children.ts';

const [url = ''] = process.argv.slice(2);
const started = startWorker({ url });
process.once('SIGTERM', () => void started.then((worker) => worker.stop()).then(() => process.exit(0)));
answerAsked(async () => {
  await started;
});
