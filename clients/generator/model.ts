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

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly requestBody?: JsonContent;
  readonly responses: Readonly<Record<string, JsonContent>>;
}

interface JsonContent {
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

interface Document {
  readonly info: { readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
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
  /** The name of the body's schema. */
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
  const events = Object.values(document.webhooks).map(({ post }) => referenced(post.requestBody));
  const methods = resources.flatMap((resource) => resource.methods);
  const roots = [...methods.flatMap(({ request, data }) => [request, ...(data ? [data] : [])]), ...events];
  return { version: document.info.version, resources, schemas: reachable(roots, schemas), events };
}

function methodOf(path: string, operation: Operation, schemas: Document['components']['schemas']): Method {
  const { summary, description = '', requestBody, responses } = operation;
  const success = responses['200'];
  const envelope = success && schemas[referenced(success)];
  return {
    name: camelCase(path.split('/').at(-1) ?? ''),
    path,
    summary,
    description,
    request: referenced(requestBody),
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
