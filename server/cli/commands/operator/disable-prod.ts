import { takeMeasure } from '../../measure.ts';

export const usage = 'operator disable-prod --store S --reason "…"';
export const summary = 'Take back that a store may sell in prod.';

export const run = (args: string[]): Promise<void> => takeMeasure('disable-prod', args);
