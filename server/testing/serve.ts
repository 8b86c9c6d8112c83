/**
 * The process behind a test's base URL: the production server without the demo. `--no-pages` serves the API alone,
 * which needs no build. `--worker` runs the background jobs.
 */

import { serve } from '#server/main.ts';
import { settings } from '#server/platform/settings.ts';
import { startWorker } from '#server/worker/worker.ts';

const { port, databaseUrl = '' } = settings();

if (process.argv.includes('--worker')) await startWorker({ url: databaseUrl });
await serve({ host: '127.0.0.1', port, pages: !process.argv.includes('--no-pages') });
