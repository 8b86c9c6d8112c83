/** Starts the production server with its worker on a new database for the browser tests. */
import { ensureBuild } from '#server/cli/build.ts';
import { testSecret } from '#server/testing/test-secret.ts';
import { startApiServer, startTestDatabase } from '#server/testing/test-servers.ts';

export default async function setup() {
  await ensureBuild(() => console.error('Building …'));
  const database = await startTestDatabase();
  // Webhook receivers run on this machine.
  const settings = { WEBHOOK_PRIVATE_ADDRESSES: 'on' };
  const server = await startApiServer(database.url, { pages: true, worker: true, settings });
  // Playwright's workers inherit these variables and read the configuration afterwards.
  process.env.E2E_BASE_URL = server.url;
  process.env.E2E_DATABASE_URL = database.url;
  process.env.APP_SECRET = testSecret;
  process.env.SANDBOX_IN_PROD = 'on';
  return async () => {
    await server.close();
    await database.close();
  };
}
