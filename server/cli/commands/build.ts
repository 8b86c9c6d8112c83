import { ensureBuild } from '../build.ts';
import { parseOptions } from '../usage-error.ts';

export const usage = 'build';
export const summary = 'Create the production build, if an input has changed.';

export async function run(args: string[]) {
  parseOptions({ args });
  const result = await ensureBuild(() => console.error('Building, up to a minute …'));
  console.error(`Production build: ${result}.`);
}
