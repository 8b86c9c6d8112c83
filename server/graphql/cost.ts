/**
 * What a query may cost, known before any of it is read: the objects it can return at most. A list counts as many times
 * as its `limit` says; text and numbers are free, as a document has only so many tokens.
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

const maxObjects = 10_000;
/** For lists without a limit of their own, such as a product's prices; longer ones say `longest` in their extensions. */
const usualLength = 10;

type Parent = GraphQLObjectType | GraphQLInterfaceType;

const isParent = (type: unknown): type is Parent => isObjectType(type) || isInterfaceType(type);

interface Walk {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Fragments are counted once, however often they are spread. */
  readonly counted: Map<string, number>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Throws a GraphQLError where a validated document's operation could return more objects than is reasonable. */
export function requireAffordable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  given: Readonly<Record<string, unknown>>,
): void {
  const operation = getOperationAST(document, operationName);
  const root = schema.getQueryType();
  if (!operation || !root) return;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
  // Variables that do not fit are for the execution to refuse, which names them.
  if (!coerced) return;
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const walk = {
    schema,
    fragments: new Map(fragments.map((each) => [each.name.value, each])),
    counted: new Map(),
    variables: coerced,
  };
  const objects = countIn(operation.selectionSet, root, walk);
  if (objects > maxObjects) {
    throw new GraphQLError(`Query could return ${objects} objects, at most ${maxObjects} are allowed: lower a limit`);
  }
}

const countIn = ({ selections }: SelectionSetNode, parent: Parent, walk: Walk): number =>
  selections.reduce((sum, selection) => sum + countOf(selection, parent, walk), 0);

function countOf(selection: SelectionNode, parent: Parent, walk: Walk): number {
  switch (selection.kind) {
    case Kind.INLINE_FRAGMENT:
      return countIn(selection.selectionSet, narrow(selection.typeCondition?.name.value, parent, walk), walk);
    case Kind.FRAGMENT_SPREAD:
      return countFragment(selection.name.value, parent, walk);
    case Kind.FIELD:
      return countField(selection, parent, walk);
  }
}

/** The type that a fragment is about. */
function narrow(name: string | undefined, parent: Parent, { schema }: Walk): Parent {
  const type = name === undefined ? undefined : schema.getType(name);
  return isParent(type) ? type : parent;
}

function countFragment(name: string, parent: Parent, walk: Walk): number {
  const known = walk.counted.get(name);
  if (known !== undefined) return known;
  const fragment = walk.fragments.get(name);
  const objects = fragment
    ? countIn(fragment.selectionSet, narrow(fragment.typeCondition.name.value, parent, walk), walk)
    : 0;
  walk.counted.set(name, objects);
  return objects;
}

function countField(node: FieldNode, parent: Parent, walk: Walk): number {
  const field = parent.getFields()[node.name.value];
  // Introspection's fields are no fields of the type; they have a limit of their own.
  const type: GraphQLNamedType | undefined = field && getNamedType(field.type);
  if (!field || !node.selectionSet || !isParent(type)) return 0;
  return lengthOf(field, node, walk) * (1 + countIn(node.selectionSet, type, walk));
}

function lengthOf(field: GraphQLField<unknown, unknown>, node: FieldNode, { variables }: Walk): number {
  if (!isListType(getNullableType(field.type))) return 1;
  const { limit } = getArgumentValues(field, node, variables);
  // A limit out of bounds is for the resolver to refuse, which says so better.
  if (typeof limit === 'number') return Math.min(Math.max(limit, 1), maxLimit);
  const { longest } = field.extensions;
  return typeof longest === 'number' ? longest : usualLength;
}
