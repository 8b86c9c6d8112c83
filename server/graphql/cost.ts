/**
 * Estimates the cost of a query before reading: the maximum number of returned objects, the amount of text, and the
 * number of scans over a range. A list counts as many objects as its `limit`; texts and analyses count once per alias.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { maxLimit } from './listing.ts';

/** Merchants may read a page of groups with all products and prices, most of which have few. */
const maxObjects = { merchant: 50_000, other: 10_000 };
/**
 * For lists without a limit argument, such as a product's prices; longer ones declare `maxLength` in their extensions.
 */
const defaultLength = 10;
/** Roughly what a small server can hold for a few concurrent answers; enough for all groups with their products. */
const maxKib = 20 * 1024;
/** For ids, amounts and times including their names; longer texts declare `kib` in their extensions. */
const defaultKib = 0.05;
/**
 * Fields that aggregate rows declare `scans` in their extensions; a scan shared by several fields is declared on their
 * parent. Enough for all analyses in full, or for any of them in full with the previous range, several times.
 */
const maxScans = 40;

type Parent = GraphQLObjectType | GraphQLInterfaceType;

const isParent = (type: unknown): type is Parent => isObjectType(type) || isInterfaceType(type);

interface Walk {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** A fragment is costed once, however often it is spread. */
  readonly counted: Map<string, Cost>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Throws a GraphQLError if a validated document's operation could return too many objects or too much text. */
export function requireAffordable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  variables: Readonly<Record<string, unknown>>,
  isMerchant: boolean,
): void {
  const operation = getOperationAST(document, operationName);
  const root = schema.getQueryType();
  if (!operation || !root) return;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  // Execution reports variables that do not fit, naming them.
  if (!coerced) return;
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const walk = {
    schema,
    fragments: new Map(fragments.map((each) => [each.name.value, each])),
    counted: new Map(),
    variables: coerced,
  };
  const { objects, kib, scans } = costIn(operation.selectionSet, root, walk);
  const max = isMerchant ? maxObjects.merchant : maxObjects.other;
  if (objects > max) {
    throw new GraphQLError(`Query could return ${objects} objects, at most ${max} are allowed: lower a limit`);
  }
  if (kib > maxKib) {
    const [neededMib, maxMib] = [Math.ceil(kib / 1024), maxKib / 1024];
    throw new GraphQLError(
      `Query could return ${neededMib} MiB, at most ${maxMib} are allowed: lower a limit or request fewer fields`,
    );
  }
  if (scans > maxScans) {
    throw new GraphQLError(
      `Query could add up all rows ${scans} times, at most ${maxScans} are allowed: request fewer figures at once`,
    );
  }
}

/** The maximum cost of a part of a query. */
interface Cost {
  readonly objects: number;
  readonly kib: number;
  readonly scans: number;
}

const zero: Cost = { objects: 0, kib: 0, scans: 0 };
const plus = (one: Cost, other: Cost): Cost => ({
  objects: one.objects + other.objects,
  kib: one.kib + other.kib,
  scans: one.scans + other.scans,
});
const times = (count: number, { objects, kib, scans }: Cost): Cost => ({
  objects: count * objects,
  kib: count * kib,
  scans: count * scans,
});

const costIn = ({ selections }: SelectionSetNode, parent: Parent, walk: Walk): Cost =>
  selections.reduce((sum, selection) => plus(sum, costOf(selection, parent, walk)), zero);

function costOf(selection: SelectionNode, parent: Parent, walk: Walk): Cost {
  switch (selection.kind) {
    case Kind.INLINE_FRAGMENT:
      return costIn(selection.selectionSet, narrow(selection.typeCondition?.name.value, parent, walk), walk);
    case Kind.FRAGMENT_SPREAD:
      return costOfFragment(selection.name.value, parent, walk);
    case Kind.FIELD:
      return costOfField(selection, parent, walk);
  }
}

/** The type condition of a fragment. */
function narrow(name: string | undefined, parent: Parent, { schema }: Walk): Parent {
  const type = name === undefined ? undefined : schema.getType(name);
  return isParent(type) ? type : parent;
}

function costOfFragment(name: string, parent: Parent, walk: Walk): Cost {
  const known = walk.counted.get(name);
  if (known !== undefined) return known;
  const fragment = walk.fragments.get(name);
  const cost = fragment
    ? costIn(fragment.selectionSet, narrow(fragment.typeCondition.name.value, parent, walk), walk)
    : zero;
  walk.counted.set(name, cost);
  return cost;
}

function costOfField(node: FieldNode, parent: Parent, walk: Walk): Cost {
  const field = parent.getFields()[node.name.value];
  // Introspection fields are not fields of the type and have a limit of their own.
  if (!field) return zero;
  const type: GraphQLNamedType = getNamedType(field.type);
  const scans = scansOf(field);
  if (!node.selectionSet || !isParent(type)) return { objects: 0, kib: sizeOf(field), scans };
  const each = plus({ ...zero, objects: 1 }, costIn(node.selectionSet, type, walk));
  return plus({ ...zero, scans }, times(lengthOf(field, node, walk), each));
}

function scansOf({ extensions: { scans } }: GraphQLField<unknown, unknown>): number {
  return typeof scans === 'number' ? scans : 0;
}

function sizeOf({ extensions: { kib } }: GraphQLField<unknown, unknown>): number {
  return typeof kib === 'number' ? kib : defaultKib;
}

function lengthOf(field: GraphQLField<unknown, unknown>, node: FieldNode, { variables }: Walk): number {
  if (!isListType(getNullableType(field.type))) return 1;
  const { limit } = getArgumentValues(field, node, variables);
  // The resolver reports a limit out of bounds with a better message.
  if (typeof limit === 'number') return Math.min(Math.max(limit, 1), maxLimit);
  const { maxLength } = field.extensions;
  return typeof maxLength === 'number' ? maxLength : defaultLength;
}
