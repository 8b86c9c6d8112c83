/** The clients of the three kinds of callers. */
import {
  type ActionOptions,
  type Connection,
  type ConnectionOptions,
  type Credential,
  connect,
  type SessionTokenCredential,
  type StoreSlugCredential,
} from './connection.ts';
import { type FeedClient, followEvents } from './event-feed.ts';
import {
  type ApiKeyActions,
  actionNames,
  type SessionTokenActions,
  type StoreSlugActions,
} from './generated/actions.ts';
import type { Exact, QueryResult, QuerySelection } from './graphql/selection.ts';
import { writeQuery } from './graphql/write-query.ts';
import type { CallOptions } from './send.ts';
import type { ApiKeyCredential } from './signing.ts';

/** Reads with GraphQL. Both methods throw CounterfoilError, also if a part of the query failed. */
export interface GraphqlClient {
  /**
   * Reads what a selection names; the type of the result follows from the selection.
   * `graphql({ store: { $: { id }, name: true } })` resolves with `{ store: { name: string } | null }`.
   */
  graphql<const Given extends QuerySelection>(
    selection: Given & Exact<QuerySelection, Given>,
    options?: CallOptions,
  ): Promise<QueryResult<Given>>;
  /** Runs a document. The type of its result is the caller's claim. */
  query<Result = unknown>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Result>;
}

/** A merchant's backend. */
export type ApiKeyClient = ApiKeyActions & GraphqlClient & FeedClient;
/** A public checkout. */
export type StoreSlugClient = StoreSlugActions & GraphqlClient;
/** One customer of a store. */
export type SessionTokenClient = SessionTokenActions & GraphqlClient;

/**
 * A client with an API key (`merchantId`, `privateKey`), a store slug (`storeSlug`, `environment`) or a session token
 * (`sessionToken`, `environment`). It has the actions that are open to this caller. Throws a TypeError for a `baseUrl`
 * that is no URL.
 */
export function createClient(options: ConnectionOptions & ApiKeyCredential): ApiKeyClient;
export function createClient(options: ConnectionOptions & StoreSlugCredential): StoreSlugClient;
export function createClient(options: ConnectionOptions & SessionTokenCredential): SessionTokenClient;
export function createClient(
  options: ConnectionOptions & Credential,
): ApiKeyClient | StoreSlugClient | SessionTokenClient {
  const connection = connect(options);
  const names = actionNames[callerOf(options)];
  // The names are generated with the interfaces, which is why the methods match them.
  const client = { ...methodsOf(connection, names), ...graphqlOf(connection) } as ApiKeyClient;
  return 'privateKey' in options ? { ...client, followEvents: (feed) => followEvents(connection, feed) } : client;
}

function callerOf(credential: Credential): keyof typeof actionNames {
  if ('privateKey' in credential) return 'apiKey';
  return 'storeSlug' in credential ? 'storeSlug' : 'sessionToken';
}

type Method = (body?: object, options?: ActionOptions) => Promise<unknown>;

/** `checkout/create-session` becomes `checkout.createSession`. */
function methodsOf({ callAction }: Connection, names: readonly string[]): Record<string, Record<string, Method>> {
  const resources: Record<string, Record<string, Method>> = {};
  for (const name of names) {
    const [resource = '', action = ''] = name.split('/').map(camelCase);
    const methods = resources[resource] ?? {};
    methods[action] = (body = {}, options) => callAction(name, body, options);
    resources[resource] = methods;
  }
  return resources;
}

const camelCase = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function graphqlOf({ query }: Connection) {
  return {
    graphql: async (selection: object, options?: CallOptions) => {
      const { document, variables } = writeQuery(selection);
      return await query(document, variables, options);
    },
    query: (document: string, variables: object = {}, options?: CallOptions) => query(document, variables, options),
  };
}
