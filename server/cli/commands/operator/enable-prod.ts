import { takeMeasure } from '../../measure.ts';

export const usage = 'operator enable-prod --store S [--reason "…"]';
export const summary = 'Allow a store to accept live payments without a verification.';

export const run = (args: string[]): Promise<void> => takeMeasure('enable-prod', args);
