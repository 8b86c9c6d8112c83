import { type GraphQLNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from './schema.ts';

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** A type's fields, arguments and enum values, each under its path. */
function membersOf(type: GraphQLNamedType): (readonly [path: string, member: Described])[] {
  if (isEnumType(type)) return type.getValues().map((value) => [`${type.name}.${value.name}`, value]);
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field]);
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const path = `${type.name}.${field.name}`;
    return [[path, field] as const, ...field.args.map((arg) => [`${path}(${arg.name})`, arg] as const)];
  });
}

test('every type, field, argument and enum value has a description', () => {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  const members = types.flatMap((type) => [[type.name, type] as const, ...membersOf(type)]);
  expect(members.filter(([, { description }]) => !description).map(([path]) => path)).toEqual([]);
});
