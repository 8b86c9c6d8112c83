/** What happened, in one English sentence: for timelines that no buyer reads. */
import type { EventFacts } from './event-labels.ts';
import { definitionOf } from './registry.ts';

/** The label, without a full stop; for a type that the registry does not have, the type itself in words. */
export function describeEvent(type: string, facts: EventFacts): string {
  const label = definitionOf(type)?.label;
  if (label === undefined) return type.replace(/^./, (letter) => letter.toUpperCase()).replaceAll(/[._]/g, ' ');
  return typeof label === 'string' ? label : label(facts);
}
