/** `worker.ts <url>`: the worker in its own process. Starts on request, and answers once it is ready. */
import { startWorker } from '#server/worker/worker.ts';
import { answerRequests } from '../children.ts';

const [url = ''] = process.argv.slice(2);
answerRequests(async () => {
  const worker = await startWorker({ url });
  process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
});
