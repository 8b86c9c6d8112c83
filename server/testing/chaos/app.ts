/**
 * An instance of the service like `counterfoil start --no-worker`, including its draining. It has no dashboard, which
 * would need a build. The API and the checkout are complete.
 */
import { database } from '#db/client.ts';
import { listenForStop } from '#server/cli/stop-request.ts';
import { serve } from '#server/main.ts';
import { settings } from '#server/platform/settings.ts';

const stop = listenForStop();
const server = await serve({ host: '127.0.0.1', port: settings().port, pages: false });
await stop.requested;
server.drain();
await server.close();
await database(settings()).close();
process.exit(0);
