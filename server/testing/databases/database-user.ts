/** A process that uses the embedded database in the given folder. It writes a row, reports it, and keeps running. */
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { openEmbedded } from '#db/embedded.ts';

const [folder = '', note = ''] = process.argv.slice(2);
const { url } = await openEmbedded(folder);
const sql = postgres(url, { max: 1, onnotice: () => {} });
await sql`create table if not exists notes (note text primary key)`;
await sql`insert into notes (note) values (${note})`;
console.log('written');
await sleep(60_000);
