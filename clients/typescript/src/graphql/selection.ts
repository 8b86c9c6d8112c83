/** The types of GraphQL selections and of their results. */
import type { FieldArguments, Query } from '../generated/graphql-types.ts';

interface ObjectType {
  readonly __typename: string;
}

/** A value without null and lists. */
type Item<Value> = NonNullable<Value> extends readonly (infer Element)[] ? NonNullable<Element> : NonNullable<Value>;

/** The arguments of a field; never if it has none. */
type ArgumentsOf<Type extends ObjectType, Name> = Type['__typename'] extends keyof FieldArguments
  ? Name extends keyof FieldArguments[Type['__typename']]
    ? FieldArguments[Type['__typename']][Name]
    : never
  : never;

/** `$`: a field's arguments. They may be left out if none is required. */
type ArgumentSelection<Arguments> = [Arguments] extends [never]
  ? unknown
  : object extends Arguments
    ? { $?: Arguments | undefined }
    : { $: Arguments };

/** A field without fields of its own is selected with `true`, or by its arguments. */
type ValueSelection<Arguments> =
  | ([Arguments] extends [never] ? true : object extends Arguments ? true : never)
  | ([Arguments] extends [never] ? never : ArgumentSelection<Arguments>);

type FieldSelection<Type extends ObjectType, Name extends keyof Type> =
  Item<Type[Name]> extends ObjectType
    ? Selection<Item<Type[Name]>> & ArgumentSelection<ArgumentsOf<Type, Name>>
    : ValueSelection<ArgumentsOf<Type, Name>>;

/** The members of a union that a selection names, or unknown for a single type. */
type OnSelection<Type extends ObjectType, Member extends ObjectType = Type> = [Type] extends [
  Member extends unknown ? ([Type] extends [Member] ? Type : never) : never,
]
  ? unknown
  : { on?: { [Name in Type['__typename']]?: Selection<Extract<Type, { __typename: Name }>> } | undefined };

/**
 * The fields to read of a type: `true` for a value, a selection for an object, `$` for a field's arguments, and
 * `on` for the fields of one of several possible types.
 */
export type Selection<Type extends ObjectType> = {
  [Name in keyof Type]?: FieldSelection<Type, Name> | undefined;
} & OnSelection<Type>;

/** A selection with `never` for each name that its shape does not have, which the compiler then reports. */
export type Exact<Shape, Given> = Given extends readonly unknown[]
  ? Given
  : Given extends object
    ? {
        [Name in keyof Given]: Name extends keyof ShapeObject<Shape>
          ? Exact<ShapeObject<Shape>[Name], Given[Name]>
          : never;
      }
    : Given;
type ShapeObject<Shape> = Extract<Shape, object>;

/** What a selection reads. Inferred once more, so that editors show the fields and not how they were computed. */
export type SelectionResult<Type, Given> = Type extends ObjectType
  ? Fields<Type, Given> & (Given extends { on: infer On } ? OnFields<Type, On> : unknown) extends infer Result
    ? { [Name in keyof Result]: Result[Name] }
    : never
  : never;

type Fields<Type, Given> = {
  [Name in keyof Given & keyof Type]:
    | FieldResult<Type[Name], NonNullable<Given[Name]>>
    | (undefined extends Given[Name] ? undefined : never);
};

type OnFields<Type extends ObjectType, On> = Type['__typename'] extends keyof On
  ? Fields<Type, On[Type['__typename']]>
  : unknown;

type FieldResult<Value, Given> = Value extends null
  ? null
  : Value extends readonly (infer Element)[]
    ? FieldResult<Element, Given>[]
    : Value extends ObjectType
      ? SelectionResult<Value, Given>
      : Value;

export type QuerySelection = Selection<Query>;
export type QueryResult<Given> = SelectionResult<Query, Given>;
