/** `worker.ts <url>`: the worker in its own process. Answers once it is ready. */
import { startWorker } from '#server/worker/worker.ts';
import { answerRequests } from '../children.ts';

const [url = ''] = process.argv.slice(2);
const started = startWorker({ url });
process.once('SIGTERM', () => void started.then((worker) => worker.stop()).then(() => process.exit(0)));
answerRequests(async () => {
  await started;
});
