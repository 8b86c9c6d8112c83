import { takeMeasure } from '../../measure.ts';

export const usage = 'operator suspend (--store S | --merchant EMAIL) --reason "…"';
export const summary = 'Stop live payments of a store, or of all stores of an account. Test mode keeps working.';

export const run = (args: string[]): Promise<void> => takeMeasure('suspend', args);
