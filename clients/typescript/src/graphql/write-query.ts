/** Writes a query from a selection. */
import { type FieldFacts, fieldsByType } from '../generated/graphql-fields.ts';

export interface WrittenQuery {
  readonly document: string;
  /** All arguments are variables, so that queries that differ in their arguments only are one document. */
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Parameters {
  readonly declarations: string[];
  readonly values: Record<string, unknown>;
}

/** The query of a selection. Throws a TypeError for a selection without fields, and for what is no name. */
export function writeQuery(selection: object): WrittenQuery {
  const parameters: Parameters = { declarations: [], values: {} };
  const fields = writeFields('Query', selection, parameters);
  const head = parameters.declarations.length > 0 ? `query (${parameters.declarations.join(', ')})` : 'query';
  return { document: `${head} ${fields}`, variables: parameters.values };
}

function writeFields(type: string, selection: object, parameters: Parameters): string {
  const parts = Object.entries(selection).flatMap(([name, selected]) => {
    if (name === '$' || selected === undefined) return [];
    if (name === 'on') return writeMembers(selected, parameters);
    return [writeField(requireName(name), fieldsByType[type]?.[name], selected, parameters)];
  });
  if (parts.length === 0) throw new TypeError(`The selection of ${type} has no fields`);
  return `{ ${parts.join(' ')} }`;
}

/** The fields of one of several possible types. */
const writeMembers = (members: object, parameters: Parameters): string[] =>
  Object.entries(members).flatMap(([type, selected]) =>
    selected === undefined ? [] : [`... on ${requireName(type)} ${writeFields(type, selected, parameters)}`],
  );

function writeField(name: string, facts: FieldFacts | undefined, selected: unknown, parameters: Parameters): string {
  if (selected === true) return name;
  if (typeof selected !== 'object' || selected === null) {
    throw new TypeError(`The selection of ${name} must be true or an object`);
  }
  const call = `${name}${writeArguments(name, facts, selected, parameters)}`;
  return facts?.type === undefined ? call : `${call} ${writeFields(facts.type, selected, parameters)}`;
}

function writeArguments(name: string, facts: FieldFacts | undefined, selected: object, parameters: Parameters): string {
  const given = '$' in selected ? Object.entries(selected.$ ?? {}) : [];
  const written = given.flatMap(([argument, value]) => {
    if (value === undefined) return [];
    const type = facts?.args?.[argument];
    if (type === undefined) throw new TypeError(`${name} has no argument ${argument}`);
    const variable = `v${parameters.declarations.length + 1}`;
    parameters.declarations.push(`$${variable}: ${type}`);
    parameters.values[variable] = value;
    return [`${argument}: $${variable}`];
  });
  return written.length > 0 ? `(${written.join(', ')})` : '';
}

/** A selection may come from plain JavaScript: nothing but names becomes part of the document. */
function requireName(name: string): string {
  if (!/^\w+$/.test(name)) throw new TypeError(`${JSON.stringify(name)} is not the name of a field`);
  return name;
}
