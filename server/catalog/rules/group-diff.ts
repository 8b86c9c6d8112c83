/** Describes the changes that publishing a group makes in prod. */
import type { GroupRules } from './group.ts';
import type { ChangedValue, ChangeGroup } from './product-change-words.ts';
import { wordsBetween } from './product-diff.ts';

interface GroupContent {
  readonly name: string;
  readonly description: string | null;
  readonly rules: GroupRules;
  readonly allowsMultipleSubscriptions: boolean;
  /** The products' names by their IDs, in order. */
  readonly products: ReadonlyMap<string, string>;
}

type Switches = GroupRules & Pick<GroupContent, 'allowsMultipleSubscriptions'>;

const switchNames: Readonly<Record<keyof Switches, string>> = {
  sharedTrial: 'One free trial per customer',
  selfServicePlanChange: 'Customers can change plans',
  allowsMultipleSubscriptions: 'Several subscriptions per customer',
};

const switchesOf = ({ rules, allowsMultipleSubscriptions }: GroupContent): Switches => ({
  ...rules,
  allowsMultipleSubscriptions,
});

/** Describes the changes of a group; without `before`, everything is new. */
export function describeGroupChanges(before: GroupContent | undefined, after: GroupContent): ChangeGroup[] {
  const [old, current] = [before && switchesOf(before), switchesOf(after)];
  const groups = [
    changed('Name', before?.name ?? null, after.name),
    changed('Description', before?.description || null, after.description || null),
    ...(Object.keys(switchNames) as (keyof Switches)[]).map((name) =>
      // A new group only lists the switches that are on; the default is off.
      changed(switchNames[name], old ? yesOrNo(old[name]) : null, old || current[name] ? yesOrNo(current[name]) : null),
    ),
    productChanges(before?.products ?? new Map(), after.products),
  ];
  return groups.filter((group) => group !== undefined);
}

const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');

function changed(title: string, before: string | null, after: string | null): ChangeGroup | undefined {
  if (before === after) return undefined;
  const isText = title === 'Name' || title === 'Description';
  const words = isText && before && after ? wordsBetween(before, after) : null;
  const kind = before === null ? 'added' : after === null ? 'removed' : 'changed';
  return { title, kind, values: [{ label: null, before, after, words }] };
}

function productChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ChangeGroup | undefined {
  const [removed, added] = [namesMissingIn(before, after), namesMissingIn(after, before)];
  const values: ChangedValue[] = [
    ...removed.map((name) => ({ label: 'Removed', before: name, after: null, words: null })),
    ...added.map((name) => ({ label: 'Added', before: null, after: name, words: null })),
  ];
  const stayed = [...before.keys()].filter((id) => after.has(id));
  const order = [...after.keys()].filter((id) => before.has(id));
  if (stayed.join() !== order.join()) {
    const namesOf = (ids: readonly string[]) => ids.map((id) => after.get(id)).join(', ');
    values.push({ label: 'Order', before: namesOf(stayed), after: namesOf(order), words: null });
  }
  if (values.length === 0) return undefined;
  const kind = before.size === 0 ? 'added' : after.size === 0 ? 'removed' : 'changed';
  return { title: 'Products', kind, values };
}

const namesMissingIn = (products: ReadonlyMap<string, string>, excluded: ReadonlyMap<string, string>): string[] =>
  [...products].filter(([id]) => !excluded.has(id)).map(([, name]) => name);
