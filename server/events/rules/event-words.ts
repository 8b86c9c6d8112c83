/** Events in one English sentence, for merchants. */
import type { EventFacts } from './event-labels.ts';
import { definitionOf } from './registry.ts';

/** The label without a final period; for an unknown type the type in words. */
export function describeEvent(type: string, facts: EventFacts): string {
  const label = definitionOf(type)?.label;
  if (label === undefined) return type.replace(/^./, (first) => first.toUpperCase()).replaceAll(/[._]/g, ' ');
  return typeof label === 'string' ? label : label(facts);
}
