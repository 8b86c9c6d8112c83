import { takeMeasure } from '../../measure.ts';

export const usage = 'operator disable-prod --store S --reason "…"';
export const summary = 'Withdraw a store’s permission to accept live payments.';

export const run = (args: string[]): Promise<void> => takeMeasure('disable-prod', args);
