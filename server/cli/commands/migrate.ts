import { parseOptions } from '../usage-error.ts';
import { withDatabase } from '../with-database.ts';

export const usage = 'migrate';
export const summary = 'Migrate the database to the newest schema.';

export async function run(args: string[]) {
  parseOptions({ args });
  await withDatabase(async () => {});
  console.error('The database has the newest schema.');
}
