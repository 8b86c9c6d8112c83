/** The client's actions: types of requests and responses, and the interface of each kind of caller. */
import { isDeepStrictEqual } from 'node:util';
import { callerTitles, type Endpoint, endpoints, type PublicCallerKind } from '../endpoints.ts';
import type { JsonSchema } from '../json-schema.ts';
import { requestFor } from './request-schema.ts';
import { camelCase, comment, fileHead, interfaceText, pascalCase, type TypeStyle } from './type-text.ts';

/** Callers with the names of their types. */
const callerNames: Readonly<Record<PublicCallerKind, string>> = {
  apiKey: 'ApiKey',
  storeSlug: 'StoreSlug',
  sessionToken: 'SessionToken',
};
const callers = Object.keys(callerNames) as PublicCallerKind[];

const request: TypeStyle = { isInput: true };
const response: TypeStyle = { isInput: false, nameOf: ({ id }) => id };

/** The endpoints that do something. Those that always return 501 have no method. */
const methods = (): Endpoint[] => endpoints().filter(({ isImplemented }) => isImplemented);

/** The files of the actions by their path in the generated folder. */
export function actionFiles(): Record<string, string> {
  const byResource = Object.groupBy(methods(), ({ resource }) => resource);
  return {
    'objects.ts': objectsFile(),
    ...Object.fromEntries(
      Object.entries(byResource).map(([resource, own = []]) => [`actions/${resource}.ts`, resourceFile(resource, own)]),
    ),
    'actions.ts': actionsFile(Object.keys(byResource)),
  };
}

/** The objects that several responses contain. */
function objectsFile(): string {
  const declarations = [...objectsIn(methods().map(({ response: schema }) => schema))].map(
    ([name, { id: _, ...schema }]) => interfaceText(name, schema, response),
  );
  return [fileHead('The objects of responses.'), ...declarations.sort()].join('\n');
}

/** The named objects in schemas, by name. */
function objectsIn(schemas: readonly JsonSchema[]): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const open = [...schemas];
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (schema.id !== undefined) {
      const earlier = found.get(schema.id) ?? schema;
      if (!isDeepStrictEqual(earlier.properties, schema.properties))
        throw new Error(`two objects are called ${schema.id}`);
      found.set(schema.id, earlier);
    }
    open.push(...partsOf(schema));
  }
  return found;
}

/** The names that a type refers to. What a named object contains is not repeated where the object is used. */
const referencesIn = (schema: JsonSchema): string[] =>
  schema.id === undefined ? partsOf(schema).flatMap(referencesIn) : [schema.id];

const partsOf = ({ properties = {}, items, anyOf = [], additionalProperties }: JsonSchema): JsonSchema[] =>
  [...Object.values(properties), ...anyOf, items, additionalProperties].filter((part) => typeof part === 'object');

const typeName = ({ resource, verb }: Endpoint, suffix: string): string =>
  `${pascalCase(resource)}${pascalCase(verb)}${suffix}`;

/** The request type of a caller: the common one, unless this caller may send less or must send more. */
const requestName = (endpoint: Endpoint, caller: PublicCallerKind): string => {
  const [first = caller] = endpoint.callers;
  const isOwn = caller !== first && !isDeepStrictEqual(requestFor(endpoint, caller), requestFor(endpoint, first));
  return typeName(endpoint, isOwn ? `${callerNames[caller]}Request` : 'Request');
};

function resourceFile(resource: string, own: readonly Endpoint[]): string {
  const types = own.flatMap((endpoint) => [...requestTypes(endpoint), responseType(endpoint)]);
  const interfaces = callers.flatMap((caller) => {
    const open = own.filter((endpoint) => endpoint.callers.includes(caller));
    return open.length === 0 ? [] : [methodsText(resource, caller, open)];
  });
  const used = [...new Set(own.flatMap(({ response: schema }) => referencesIn(schema)))].sort();
  const imports = [
    "import type { ActionOptions } from '../../connection.ts';\n",
    ...(used.length > 0 ? [`import type { ${used.join(', ')} } from '../objects.ts';\n`] : []),
  ];
  return [fileHead(`Actions of \`${resource}\`.`) + imports.join(''), ...types, ...interfaces].join('\n');
}

function requestTypes(endpoint: Endpoint): string[] {
  // The first caller of a shared type comes first.
  const byName = new Map<string, PublicCallerKind>();
  for (const caller of endpoint.callers) {
    const name = requestName(endpoint, caller);
    if (!byName.has(name)) byName.set(name, caller);
  }
  return [...byName].map(([name, caller]) => {
    const isCommon = name === typeName(endpoint, 'Request');
    const about = `The body of \`${endpoint.name}\`${isCommon ? '' : ` with a ${callerTitles[caller].toLowerCase()}`}.`;
    return interfaceText(name, requestFor(endpoint, caller), request, about);
  });
}

function responseType(endpoint: Endpoint): string {
  const [name, about] = [typeName(endpoint, 'Response'), `The answer of \`${endpoint.name}\`.`];
  const { id } = endpoint.response;
  return id === undefined
    ? interfaceText(name, endpoint.response, response, about)
    : `${comment(about)}export type ${name} = ${id};\n`;
}

const methodsName = (resource: string, caller: PublicCallerKind): string =>
  `${pascalCase(resource)}${callerNames[caller]}Actions`;

const isBodyOptional = (endpoint: Endpoint, caller: PublicCallerKind): boolean =>
  requestFor(endpoint, caller).required?.length === 0 && endpoint.action.missing?.({}, caller) === undefined;

function methodsText(resource: string, caller: PublicCallerKind, own: readonly Endpoint[]): string {
  const members = own.map((endpoint) => {
    const body = `body${isBodyOptional(endpoint, caller) ? '?' : ''}: ${requestName(endpoint, caller)}`;
    const answer = `Promise<${typeName(endpoint, 'Response')}>`;
    return `${comment(`${endpoint.action.docs.summary}.`, '  ')}  ${camelCase(endpoint.verb)}(${body}, options?: ActionOptions): ${answer};\n`;
  });
  return `export interface ${methodsName(resource, caller)} {\n${members.join('')}}\n`;
}

/** The actions of each caller, as types and as the names from which the client makes its methods. */
function actionsFile(resources: readonly string[]): string {
  const open = (caller: PublicCallerKind) => methods().filter((endpoint) => endpoint.callers.includes(caller));
  const has = (resource: string, caller: PublicCallerKind) => open(caller).some((one) => one.resource === resource);
  const imports = resources.map((resource) => {
    const names = callers.filter((caller) => has(resource, caller)).map((caller) => methodsName(resource, caller));
    return `import type { ${names.join(', ')} } from './actions/${resource}.ts';\n`;
  });
  const interfaces = callers.map((caller) => {
    const members = resources
      .filter((resource) => has(resource, caller))
      .map((resource) => `  readonly ${camelCase(resource)}: ${methodsName(resource, caller)};\n`);
    return `export interface ${callerNames[caller]}Actions {\n${members.join('')}}\n`;
  });
  const names = callers.map((caller) => {
    const lines = open(caller).map(({ name }) => `    '${name}',\n`);
    return `  ${caller}: [\n${lines.join('')}  ],\n`;
  });
  const types = resources.map((resource) => `export type * from './actions/${resource}.ts';\n`);
  return [
    fileHead('The actions of each kind of caller.') + imports.join(''),
    types.join(''),
    ...interfaces,
    `export const actionNames = {\n${names.join('')}} as const;\n`,
  ].join('\n');
}
