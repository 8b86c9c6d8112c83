/** The generated files of the PHP client: a class for each resource, and the shapes of responses and events. */
import { type Method, type Model, nameOf, type Resource, type Schema, typesOf } from './model.ts';
import { wrapped } from './python.ts';

const folder = 'php/src';
const head = `<?php

// Generated from clients/openapi.json by \`npm run clients\`. Do not edit.

declare(strict_types=1);
`;

type Schemas = Model['schemas'];

export function phpFiles(model: Model): ReadonlyMap<string, string> {
  return new Map([
    [`${folder}/Types.php`, typesFile(model)],
    [`${folder}/Actions.php`, actionsFile(model)],
    ...model.resources.map(
      (resource) => [`${folder}/Resources/${className(resource)}.php`, resourceFile(resource, model)] as const,
    ),
  ]);
}

const className = ({ name }: Pick<Resource, 'name'>): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}Actions`;

function typesFile({ schemas, events, resources }: Model): string {
  const bodies = new Set(resources.flatMap(({ methods }) => methods.map(({ request }) => request)));
  const shown = [...schemas].filter(([name]) => !bodies.has(name));
  const shapes = shown.map(([name, schema]) => ` * @phpstan-type ${name} ${shapeOf(schema)}`);
  return `${head}
namespace Counterfoil;

/**
 * The shapes of nested objects, of \`data\` in responses, and of webhook events, for static analysis.
 *
${shapes.join('\n')}
 * @phpstan-type WebhookEvent ${events.join('|')}
 */
final class Types
{
}
`;
}

const shapeOf = ({ properties, required = [], additionalProperties }: Schema): string => {
  if (!properties)
    return typeof additionalProperties === 'object'
      ? `array<string, ${docType(additionalProperties)}>`
      : 'array<string, mixed>';
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${docType(schema)}`,
  );
  return `array{${fields.join(', ')}}`;
};

/** The type of a value in a comment. */
function docType(schema: Schema): string {
  const { $ref, anyOf, enum: values, const: only, items } = schema;
  if ($ref) return nameOf($ref);
  const { types, isNullable } = typesOf(schema);
  const orNull = (parts: readonly string[]) => [...parts, ...(isNullable ? ['null'] : [])].join('|');
  if (only !== undefined) return literal(only);
  if (values) return orNull(values.filter((value) => value !== null).map(literal));
  if (anyOf) return anyOf.map(docType).join('|');
  if (types.length === 0) return isNullable ? 'null' : 'mixed';
  return orNull(
    types.map((type) => {
      if (type === 'array') return `list<${items ? docType(items) : 'mixed'}>`;
      if (type === 'object') return shapeOf(schema);
      return type === 'number' ? 'int|float' : (scalars[type] ?? 'mixed');
    }),
  );
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
};

/** The type of a parameter. */
function nativeType(schema: Schema, schemas: Schemas): string {
  const parts = new Set(nativeParts(schema, schemas));
  return parts.has('mixed') ? 'mixed' : [...parts].join('|');
}

function nativeParts(schema: Schema, schemas: Schemas): string[] {
  const { $ref, anyOf, enum: values } = schema;
  if ($ref) return nativeParts(schemas.get(nameOf($ref)) ?? {}, schemas);
  if (anyOf) return anyOf.flatMap((one) => nativeParts(one, schemas));
  const { types, isNullable } = typesOf(schema);
  const known = types.length === 0 && values ? ['string'] : types;
  const parts = known.map((type) => (type === 'array' || type === 'object' ? 'array' : (scalars[type] ?? 'mixed')));
  return [...(parts.length === 0 && !isNullable ? ['mixed'] : parts), ...(isNullable ? ['null'] : [])];
}

/** Whether an array of PHP has to become a JSON object, also if it is empty. */
function isObject({ $ref, anyOf = [], ...schema }: Schema, schemas: Schemas): boolean {
  if ($ref) return isObject(schemas.get(nameOf($ref)) ?? {}, schemas);
  return typesOf(schema).types.includes('object') || anyOf.some((one) => isObject(one, schemas));
}

function actionsFile({ resources }: Model): string {
  const uses = resources.map((resource) => `use Counterfoil\\Resources\\${className(resource)};`).toSorted();
  return `${head}
namespace Counterfoil;

${uses.join('\n')}

/** The actions by resource. */
abstract class Actions
{
${resources.map((resource) => `    public readonly ${className(resource)} $${resource.name};`).join('\n')}

    public function __construct()
    {
${resources.map((resource) => `        $this->${resource.name} = new ${className(resource)}($this);`).join('\n')}
    }

    /**
     * Calls an action and returns \`data\`. Use it for actions newer than this package.
     *
     * @param array<string, mixed> $body
     * @throws ApiException the service refused the call
     * @throws ConnectionException no response arrived
     */
    abstract public function call(string $path, array $body, ?string $idempotencyKey = null): mixed;

    /**
     * Reads with a signed GET and returns \`data\`.
     *
     * @param array<string, string|int|bool> $query
     * @throws ApiException the service refused the call
     * @throws ConnectionException no response arrived
     */
    abstract public function read(string $path, array $query): mixed;
}
`;
}

function resourceFile(resource: Resource, { schemas }: Model): string {
  const methods = resource.methods.map((method) => methodOf(method, schemas));
  const types = methods.flatMap(({ doc }) =>
    [...doc.matchAll(/@(?:param (.*?) \$|return (.*))/g)].map(([, of, result]) => of ?? result ?? ''),
  );
  const used = new Set(types.flatMap((type) => type.match(/\b[A-Z]\w+/g) ?? []));
  const imports = [...schemas.keys()].filter((name) => used.has(name));
  return `${head}
namespace Counterfoil\\Resources;

use Counterfoil\\Actions;
use Counterfoil\\Body;
use Counterfoil\\Omit;
use Counterfoil\\Types;

/**
${comment([resource.description], ' ')}${imports.length > 0 ? ` *\n${imports.map((name) => ` * @phpstan-import-type ${name} from Types\n`).join('')}` : ''} */
final class ${className(resource)}
{
    public function __construct(private readonly Actions $actions)
    {
    }

${methods.map(({ doc, code }) => `${doc}\n${code}`).join('\n\n')}
}
`;
}

function methodOf({ name, path, summary, description, isRead, request, data }: Method, schemas: Schemas) {
  const { properties = {}, required = [] } = schemas.get(request) ?? {};
  // PHP wants required parameters first.
  const fields = Object.entries(properties).toSorted(
    ([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)),
  );
  const parameters = fields.map(([field, schema]) => {
    const type = nativeType(schema, schemas);
    if (required.includes(field)) return `        ${type} $${field},\n`;
    return `        ${type === 'mixed' ? type : `${type}|Omit`} $${field} = Omit::Value,\n`;
  });
  const objects = fields.filter(([, schema]) => isObject(schema, schemas)).map(([field]) => `'${field}'`);
  const tags = fields.map(([field, schema]) => {
    const type = `${docType(schema)}${required.includes(field) ? '' : '|Omit'}`;
    return `@param ${type} $${field}${schema.description ? ` ${schema.description}` : ''}`;
  });
  const result = data === undefined ? 'void' : 'array';
  const sent = fields.map(([field]) => `            '${field}' => $${field},\n`).join('');
  const body = `Body::of([\n${sent}        ], [${objects.join(', ')}])`;
  const call = isRead
    ? `$this->actions->read('${path}', ${body});`
    : `$this->actions->call('${path}', ${body}, $idempotencyKey);`;
  const key = isRead ? '' : '        ?string $idempotencyKey = null,\n';
  return {
    doc: `    /**\n${comment([`${summary}.`, description], '     ')}     *\n${[
      ...tags,
      ...(data ? [`@return ${data}`] : []),
    ]
      .map((tag) => `     * ${tag.replaceAll('*/', '* /').replaceAll('\n', ' ')}\n`)
      .join('')}     */`,
    code: `    public function ${name}(\n${parameters.join('')}${key}    ): ${result} {\n        ${data ? 'return ' : ''}${call}\n    }`,
  };
}

/** The lines of a comment, with an empty line between its paragraphs. */
const comment = (paragraphs: readonly string[], indent: string): string =>
  paragraphs
    .filter((text) => text !== '')
    .join('\n\n')
    .split('\n')
    .flatMap((line) => wrapped(line, 100))
    .map((line) => `${indent}* ${line.replaceAll('*/', '* /')}`.trimEnd().concat('\n'))
    .join('');
