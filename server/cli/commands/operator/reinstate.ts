import { takeMeasure } from '../../measure.ts';

export const usage = 'operator reinstate (--store S | --merchant EMAIL) [--reason "…"]';
export const summary = 'Lift a suspension.';

export const run = (args: string[]): Promise<void> => takeMeasure('reinstate', args);
