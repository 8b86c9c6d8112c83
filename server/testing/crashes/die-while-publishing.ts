/**
 * Publishes events and dies by SIGKILL in the second transaction, before it commits. Argument: database URL.
 */
import { openDatabase } from '#db/client.ts';
import { publishEvents } from '#server/webhooks/feed/publish-events.ts';

const [url = ''] = process.argv.slice(2);
let saved = 0;
const { db } = openDatabase(url, {
  max: 2,
  onStatement: (text) => {
    if (!text.includes('set "published_position"')) return;
    saved += 1;
    if (saved === 2) process.kill(process.pid, 'SIGKILL');
  },
});

await publishEvents(db, new Date());
