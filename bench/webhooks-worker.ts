/** `webhooks-worker.ts <url>`: the worker that `bench webhooks` measures; says `ready` once it is. */
import { startWorker } from '../server/jobs/worker.ts';

const [url = ''] = process.argv.slice(2);
const worker = await startWorker({ url });
process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
console.log('ready');
