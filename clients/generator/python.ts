/** The generated files of the Python client: types of bodies and events, and a method for each action. */
import { type Method, type Model, nameOf, type Resource, type Schema, typesOf } from './model.ts';

const folder = 'python/src/counterfoil';
const notice = '# Generated from clients/openapi.json by `npm run clients`. Do not edit.';

export function pythonFiles(model: Model): ReadonlyMap<string, string> {
  return new Map([
    [`${folder}/types.py`, typesModule(model)],
    [`${folder}/actions.py`, actionsModule(model)],
  ]);
}

function typesModule({ schemas, events }: Model): string {
  const definitions = [...schemas].map(([name, schema]) => definitionOf(name, schema));
  return `${notice}
"""Types of request bodies, of \`data\` in responses, and of webhook events."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

${definitions.join('\n\n\n')}


WebhookEvent = Union[
${events.map((name) => `    ${name},`).join('\n')}
]
`;
}

/** A TypedDict. Fields that can be absent are in a class of their own, as Python 3.9 has no \`NotRequired\`. */
function definitionOf(name: string, { properties = {}, required = [], description }: Schema): string {
  const fields = Object.entries(properties);
  const [needed, optional] = [true, false].map((isNeeded) =>
    fields.filter(([field]) => required.includes(field) === isNeeded),
  );
  // A keyword such as \`from\` can be a key but no attribute.
  if (fields.some(([field]) => keywords.has(field))) return functional(name, needed ?? [], optional ?? []);
  const doc = docstring(description ? [description] : [], '    ');
  const body = (own: [string, Schema][]) => own.map(([field, schema]) => attribute(field, schema)).join('\n');
  if (!optional?.length) return `class ${name}(TypedDict):\n${doc}${body(needed ?? []) || '    pass'}`;
  if (!needed?.length) return `class ${name}(TypedDict, total=False):\n${doc}${body(optional)}`;
  return `class _${name}(TypedDict):\n${body(needed)}\n\n\nclass ${name}(_${name}, total=False):\n${doc}${body(optional)}`;
}

const keywords: ReadonlySet<string> = new Set([
  'as',
  'class',
  'def',
  'from',
  'global',
  'import',
  'in',
  'is',
  'lambda',
  'pass',
]);

function functional(name: string, needed: [string, Schema][], optional: [string, Schema][]): string {
  const entries = (own: [string, Schema][]) =>
    own.map(([field, schema]) => `    ${JSON.stringify(field)}: ${JSON.stringify(typeOf(schema))},\n`).join('');
  const base = `_${name} = TypedDict(\n    "_${name}",\n    {\n${entries(optional).replaceAll(/^/gm, '    ').trimEnd()}\n    },\n    total=False,\n)`;
  const own = needed.map(([field, schema]) => attribute(field, schema)).join('\n');
  return `${base}\n\n\nclass ${name}(_${name}):\n${own || '    pass'}`;
}

const attribute = (field: string, schema: Schema): string =>
  `    ${field}: ${typeOf(schema)}${schema.description ? `\n${docstring([schema.description], '    ')}` : ''}`.trimEnd();

function typeOf(schema: Schema): string {
  const { $ref, anyOf, enum: values, const: only, items, additionalProperties } = schema;
  if ($ref) return nameOf($ref);
  const { types, isNullable } = typesOf(schema);
  const orNone = (type: string) => (isNullable ? `Optional[${type}]` : type);
  if (only !== undefined) return `Literal[${JSON.stringify(only)}]`;
  if (values)
    return orNone(
      `Literal[${values
        .filter((value) => value !== null)
        .map((value) => JSON.stringify(value))
        .join(', ')}]`,
    );
  if (anyOf) return union(anyOf.map(typeOf));
  if (types.length === 0) return isNullable ? 'None' : 'Any';
  return orNone(
    union(
      types.map((type) => {
        if (type === 'array') return `List[${items ? typeOf(items) : 'Any'}]`;
        if (type !== 'object') return scalars[type] ?? 'Any';
        return `Dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'Any'}]`;
      }),
    ),
  );
}

const scalars: Readonly<Record<string, string>> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };

const union = (types: readonly string[]): string => {
  const others = types.filter((type) => type !== 'None');
  const whole = others.length === 1 ? String(others[0]) : `Union[${others.join(', ')}]`;
  return others.length < types.length ? `Optional[${whole}]` : whole;
};

function actionsModule({ resources }: Model): string {
  return `${notice}
"""A method for each action of the API."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Protocol

from . import types


class _Caller(Protocol):
    def call(self, path: str, body: Mapping[str, Any], idempotency_key: Optional[str] = None) -> Any: ...

    def read(self, path: str, query: Mapping[str, Any]) -> Any: ...


${resources.map(resourceClass).join('\n\n\n')}


class Actions:
    """The actions by resource."""

    def __init__(self, caller: _Caller) -> None:
${resources.map(({ name }) => `        self.${snakeCase(name)} = ${className(name)}(caller)`).join('\n')}
`;
}

const resourceClass = ({ name, description, methods }: Resource): string => `class ${className(name)}:
${docstring([description], '    ')}
    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

${methods.map(methodOf).join('\n\n')}`;

function methodOf({ name, path, summary, description, isRead, request, data }: Method): string {
  const result = data ? `types.${data}` : 'None';
  const call = `self._caller.call(\n            "${path}", body, idempotency_key\n        )`;
  if (isRead) {
    return `    def ${snakeCase(name)}(self, query: types.${request}) -> ${result}:
${docstring([`${summary}.`, description], '        ')}        result: ${result} = self._caller.read("${path}", query)\n        return result`;
  }
  return `    def ${snakeCase(name)}(
        self, body: types.${request}, *, idempotency_key: Optional[str] = None
    ) -> ${result}:
${docstring([`${summary}.`, description], '        ')}        ${data ? `result: ${result} = ${call}\n        return result` : call}`;
}

const className = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Actions`;

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A docstring with a paragraph for each text, or nothing. */
function docstring(paragraphs: readonly string[], indent: string): string {
  const given = paragraphs.filter((text) => text !== '');
  if (given.length === 0) return '';
  const lines = given
    .join('\n\n')
    .split('\n')
    .flatMap((line) => wrapped(line, 100 - indent.length));
  const text = lines.join(`\n${indent}`).replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
  const close = lines.length > 1 || text.endsWith('"') ? `\n${indent}"""` : '"""';
  return `${indent}"""${text}${close}\n`.replaceAll(/[ ]+$/gm, '');
}

/** The lines of a text, broken at spaces. */
export function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
