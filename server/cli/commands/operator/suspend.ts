import { takeMeasure } from '../../measure.ts';

export const usage = 'operator suspend (--store S | --merchant EMAIL) --reason "…"';
export const summary = 'Stop a store, or all stores of an account, from selling in prod; test goes on.';

export const run = (args: string[]): Promise<void> => takeMeasure('suspend', args);
