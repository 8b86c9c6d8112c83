/** What the generators of all languages read from the OpenAPI document. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: JsonContent;
  readonly responses: Readonly<Record<string, JsonContent>>;
}

interface JsonContent {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

interface Document {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly post?: Operation; readonly get?: Operation }>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A method of a client. */
export interface Method {
  /** The action in camelCase, such as `createProduct`. */
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Whether it is a signed GET, whose fields are the query. */
  readonly isRead: boolean;
  /** The name of the schema of the body or query. */
  readonly request: string;
  /** The name of the schema of `data`; undefined if the action is not implemented. */
  readonly data: string | undefined;
}

export interface Resource {
  /** In camelCase, such as `onetimeProduct`. */
  readonly name: string;
  readonly description: string;
  readonly methods: readonly Method[];
}

export interface Model {
  readonly version: string;
  readonly resources: readonly Resource[];
  /** The schemas that methods and events use, by name. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The names of the events' schemas. */
  readonly events: readonly string[];
}

const actionPrefix = '/v1/actions/';

/** Reads the document's actions, webhook events and their schemas. */
export function readModel(text: string): Model {
  const document = JSON.parse(text) as Document;
  const { schemas } = document.components;
  const actions = Object.entries(document.paths).flatMap(([path, { post }]) =>
    post && path.startsWith(actionPrefix) ? [{ tag: post.tags[0], method: methodOf(path, post, schemas) }] : [],
  );
  const resources = document.tags.flatMap(({ name, description }) => {
    const methods = actions.filter(({ tag }) => tag === name).map(({ method }) => method);
    return methods.length > 0 ? [{ name: camelCase(name), description, methods }] : [];
  });
  const reads = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const isSigned = get?.security?.some((one) => 'signature' in one);
    return get && isSigned ? [readOf(path, get, schemas)] : [];
  });
  if (reads.length > 0)
    resources.push({ name: 'reads', description: readsDescription, methods: reads.map(({ method }) => method) });
  const queries = Object.fromEntries(reads.map(({ method, query }) => [method.request, query]));
  const events = Object.values(document.webhooks).map(({ post }) => referenced(post.requestBody));
  const methods = resources.flatMap((resource) => resource.methods);
  const roots = [...methods.flatMap(({ request, data }) => [request, ...(data ? [data] : [])]), ...events];
  return { version: document.info.version, resources, schemas: reachable(roots, { ...schemas, ...queries }), events };
}

const readsDescription = 'Lists that are read page by page.';

function methodOf(path: string, operation: Operation, schemas: Document['components']['schemas']): Method {
  const name = camelCase(path.split('/').at(-1) ?? '');
  const request = referenced(operation.requestBody);
  return { name, isRead: false, request, ...described(path, operation, schemas) };
}

/** The method of a signed GET, and the schema of its query. */
function readOf(path: string, operation: Operation, schemas: Document['components']['schemas']) {
  const { operationId, parameters = [] } = operation;
  const own = parameters.filter((parameter) => parameter.in === 'query');
  const query: Schema = {
    type: 'object',
    properties: Object.fromEntries(own.map(({ name, schema, description }) => [name, { ...schema, description }])),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
  const request = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
  const method: Method = { name: operationId, isRead: true, request, ...described(path, operation, schemas) };
  return { method, query };
}

function described(path: string, operation: Operation, schemas: Document['components']['schemas']) {
  const { summary, description = '', responses } = operation;
  const success = responses['200'];
  const envelope = success && schemas[referenced(success)];
  return {
    path,
    summary,
    description,
    data: envelope && nameOf(envelope.properties?.data?.$ref),
  };
}

const referenced = (body: JsonContent | undefined): string => nameOf(body?.content['application/json'].schema.$ref);

/** The name of the schema that a reference points to. */
export function nameOf(reference: string | undefined): string {
  const name = reference?.replace('#/components/schemas/', '');
  if (name === undefined) throw new Error('The document has a body without a named schema');
  return name;
}

/** The schemas that the named ones use, in alphabetical order. */
function reachable(names: readonly string[], schemas: Document['components']['schemas']): Map<string, Schema> {
  const found = new Map<string, Schema>();
  const visit = (name: string) => {
    const schema = schemas[name];
    if (!schema) throw new Error(`The document has no schema ${name}`);
    if (found.has(name)) return;
    found.set(name, schema);
    for (const [, used = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) visit(used);
  };
  for (const name of names) visit(name);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `onetime-product` becomes `onetimeProduct`. */
const camelCase = (text: string): string =>
  text.replace(/[^A-Za-z0-9]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The types of a schema, without null, and whether null is one of them. */
export function typesOf({ type }: Schema): { types: readonly string[]; isNullable: boolean } {
  const all = typeof type === 'string' ? [type] : (type ?? []);
  return { types: all.filter((one) => one !== 'null'), isNullable: all.includes('null') };
}
