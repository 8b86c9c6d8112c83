/** The client's GraphQL types, and the table from which it writes queries. */
import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { schema } from '#server/graphql/schema.ts';
import { comment, fileHead } from './type-text.ts';

const scalars: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  DateTime: 'string',
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
  JSON: 'unknown',
};

type Composite = GraphQLObjectType | GraphQLInterfaceType;
type Field = GraphQLField<unknown, unknown>;

const types = Object.values(schema.getTypeMap())
  .filter(({ name }) => !name.startsWith('__') && name !== schema.getMutationType()?.name)
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));
const objects = types.filter(isObjectType);
const fieldsOf = (type: Composite): Field[] => Object.values(type.getFields());
/** The interfaces that a field returns. The others only share fields. */
const interfaces = types
  .filter(isInterfaceType)
  .filter((type) => objects.flatMap(fieldsOf).some((field) => getNamedType(field.type) === type));

/** The files by their path in the generated folder. */
export const graphqlFiles = (): Record<string, string> => ({
  'graphql-types.ts': [
    fileHead('The types of `/v1/graphql`.'),
    ...types.filter(isEnumType).map(enumText),
    ...types.filter(isInputObjectType).map(inputText),
    ...objects.map(objectText),
    ...interfaces.map(unionText),
    argumentsText(),
  ].join('\n'),
  'graphql-fields.ts': fieldsFile(),
});

const enumText = (type: GraphQLEnumType): string => {
  const values = type.getValues().map(({ name }) => `'${name}'`);
  return `${comment(type.description)}export type ${type.name} = ${values.join(' | ')};\n`;
};

const inputText = (type: GraphQLInputObjectType): string =>
  `${comment(type.description)}export interface ${type.name} {\n${Object.values(type.getFields()).map(inputMember('  ')).join('')}}\n`;

const inputMember =
  (indent: string) =>
  ({ name, description, type, defaultValue }: GraphQLInputField | GraphQLArgument): string => {
    const isOptional = !isNonNullType(type) || defaultValue !== undefined;
    const text = `${inputType(type)}${isOptional ? ' | undefined' : ''}`;
    return `${comment(description, indent)}${indent}${name}${isOptional ? '?' : ''}: ${text};\n`;
  };

const objectText = (type: GraphQLObjectType): string => {
  const members = fieldsOf(type).map(
    ({ name, description, type: value }) => `${comment(description, '  ')}  ${name}: ${outputType(value)};\n`,
  );
  return `${comment(type.description)}export interface ${type.name} {\n  __typename: '${type.name}';\n${members.join('')}}\n`;
};

const unionText = (type: GraphQLInterfaceType): string => {
  const names = schema.getPossibleTypes(type).map(({ name }) => name);
  return `${comment(type.description)}export type ${type.name} = ${names.join(' | ')};\n`;
};

const outputType = (type: GraphQLType): string => typeOf(type, '');
const inputType = (type: GraphQLType): string => typeOf(type, 'readonly ');

/** Types are nullable in GraphQL unless they say otherwise. */
function typeOf(type: GraphQLType, list: string): string {
  if (!isNonNullType(type)) {
    const text = nonNullType(type, list);
    // `unknown` contains null.
    return text === 'unknown' ? text : `${text} | null`;
  }
  return nonNullType(type.ofType, list);
}

function nonNullType(type: GraphQLType, list: string): string {
  if (isListType(type)) {
    const item = typeOf(type.ofType, list);
    return `${list}${item.includes(' ') ? `(${item})` : item}[]`;
  }
  const { name } = getNamedType(type);
  if (!isScalarType(getNamedType(type))) return name;
  const text = scalars[name];
  if (text === undefined) throw new Error(`the scalar ${name} has no type in TypeScript`);
  return text;
}

/** The arguments of all fields that have some, by type and field. */
function argumentsText(): string {
  const rows = objects.flatMap((type) => {
    const fields = fieldsOf(type).filter(({ args }) => args.length > 0);
    if (fields.length === 0) return [];
    const members = fields.map(
      ({ name, args }) => `    ${name}: {\n${args.map(inputMember('      ')).join('')}    };\n`,
    );
    return [`  ${type.name}: {\n${members.join('')}  };\n`];
  });
  return `/** The arguments of fields, by type. */\nexport interface FieldArguments {\n${rows.join('')}}\n`;
}

/** For each type: the fields with arguments or with fields of their own. */
function fieldsFile(): string {
  const rows = [...objects, ...interfaces].flatMap((type) => {
    const entries = fieldsOf(type).flatMap((field) => {
      const entry = fieldEntry(field);
      return entry === undefined ? [] : [`    ${field.name}: ${entry},\n`];
    });
    return entries.length === 0 ? [] : [`  ${type.name}: {\n${entries.join('')}  },\n`];
  });
  return [
    fileHead('The fields of `/v1/graphql` that have arguments or fields.'),
    `/** A field: the type of its fields, and the types of its arguments. */
export interface FieldFacts {
  readonly type?: string;
  readonly args?: Readonly<Record<string, string>>;
}
`,
    `export const fieldsByType: Readonly<Record<string, Readonly<Record<string, FieldFacts>>>> = {\n${rows.join('')}};\n`,
  ].join('\n');
}

function fieldEntry({ type, args }: Field): string | undefined {
  const named = getNamedType(type);
  const facts = [
    ...(isObjectType(named) || isInterfaceType(named) ? [`type: '${named.name}'`] : []),
    ...(args.length > 0 ? [`args: { ${args.map((one) => `${one.name}: '${String(one.type)}'`).join(', ')} }`] : []),
  ];
  return facts.length === 0 ? undefined : `{ ${facts.join(', ')} }`;
}
