/**
 * What an action is: one endpoint of the API, free of HTTP. The gateway finds out who calls, checks the input, opens
 * the transaction and wraps the answer; the action decides.
 */
import type { z } from 'zod';
import type { Database, Tx } from '#db/client.ts';
import type { SessionTokenClaims } from '#server/customers/rules/session-token.ts';
import type { Environment } from '#server/domain/environments.ts';
import { type ApiError, errors, type Layer, type Refusal } from '#server/domain/errors.ts';
import type { TaxProvider } from '#server/domain/tax.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { Settings } from './settings.ts';

/** A backend that signed its request; the key that verified decides the environment. */
export interface ApiKeyCaller {
  readonly kind: 'apiKey';
  readonly merchantId: string;
  readonly keyId: string;
  readonly environment: Environment;
}

/** Anybody who names a store in public: a checkout in a browser. */
export interface StoreSlugCaller {
  readonly kind: 'storeSlug';
  readonly merchantId: string;
  readonly storeId: string;
  readonly environment: Environment;
}

/** A customer with a session token of one store. */
export interface SessionTokenCaller {
  readonly kind: 'sessionToken';
  readonly merchantId: string;
  readonly storeId: string;
  readonly buyerIdentity: string;
  readonly environment: Environment;
}

/** A merchant in the dashboard. */
export interface DashboardCaller {
  readonly kind: 'dashboard';
  readonly merchantId: string;
  readonly environment: Environment;
}

/**
 * What a call changes, and so what a test key may do with it. (docs/behavior/keys-and-environments.md.)
 * - `environment`: rows of the caller's own environment.
 * - `object`: one object with an environment of its own, such as a webhook. The action calls `requireEnvironment` with it; a test
 *   key gets 403 for `prod`.
 * - `shared`: what both environments share, or `prod` alone. A test key gets 403.
 * - `application`: what takes effect in `prod` only once an operator approves. Open to any key.
 * - `open`: shared, and open to any key by contract. The store's owner is emailed about a test key's change.
 */
export const actionScopes = ['environment', 'object', 'shared', 'application', 'open'] as const;
export type ActionScope = (typeof actionScopes)[number];

export type Caller = ApiKeyCaller | StoreSlugCaller | SessionTokenCaller | DashboardCaller;
export type CallerKind = Caller['kind'];
export type CallerOf<Kind extends CallerKind> = Extract<Caller, { kind: Kind }>;

/** A customer's session token; `id` names it and opens nothing. */
export interface IssuedToken {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** A remark on a call that succeeded all the same. */
export interface Warning {
  readonly message: string;
  readonly layer: Layer;
  /** What to do about it. */
  readonly aiHint: string;
}

export interface ActionContext<Kind extends CallerKind> {
  /** The action's one transaction: everything it writes, it writes here. */
  readonly tx: Tx;
  readonly caller: CallerOf<Kind>;
  readonly environment: Environment;
  /** The moment of the call. Nothing in an action asks another clock. */
  readonly now: Date;
  /** What time it is in a store in this environment: `now`, unless its test clock says otherwise. Decides its business. */
  readonly timeIn: (storeId: string) => Promise<Date>;
  readonly settings: Settings;
  /** Says which tax a sale bears; answers at once, from what is here. */
  readonly taxes: TaxProvider;
  readonly actor: Actor;
  /** Declares the environment of the object that an `object` action changes; 403 when a test key targets `prod`. */
  readonly requireEnvironment: (environment: Environment) => void;
  /** 403 unless the person signed in, or gave the password again, a few minutes ago. An API key cannot. */
  readonly requireFreshSignIn: () => void;
  /**
   * What a page of the dashboard began from: the number of a product's version, the moment of a group's last change.
   * What is another by now is not written over. Programs say nothing of it, and merge over what is there.
   */
  readonly basedOn?: string | undefined;
  /** Signs a customer's session token; the key is the gateway's. */
  readonly issueSessionToken: (claims: SessionTokenClaims) => Promise<IssuedToken>;
  /** Adds a top-level `warnings` entry to the response. */
  readonly warn: (message: string, aiHint: string) => void;
}

/**
 * What an action gets that cannot be done in one transaction: it opens those that it needs. Its idempotency key is held by a
 * lease, not by a lock, which the gateway extends for as long as the action works.
 */
export interface SteppedContext<Kind extends CallerKind> extends Omit<ActionContext<Kind>, 'tx' | 'timeIn'> {
  readonly db: Database;
  /** Aborted once another call has the idempotency key: then it begins nothing more, and throws. */
  readonly signal: AbortSignal;
  /** Real time while it works: leases need it, business does not. */
  readonly readClock: () => Date;
}

/** What the reference (/docs, /v1/openapi.json) says of an endpoint beside its fields. */
export interface ActionDocs {
  /** One line: what it does. */
  readonly summary: string;
  /**
   * Its own refusals, in the contract's words and order. What every endpoint can answer (authentication, fields that
   * are missing or malformed, limits, idempotency) is added from its callers and its input.
   */
  readonly refusals: readonly Refusal[];
  /** A body that works. `$storeId` and the like stand for ids that the reader has. */
  readonly example: Readonly<Record<string, unknown>>;
}

interface Declaration<Kind extends CallerKind, Schema extends z.ZodObject, Output extends z.ZodObject> {
  /** Who may call; anybody else gets `refuseCaller` or 403 `Insufficient permissions`. */
  readonly callers: readonly Kind[];
  readonly scope: ActionScope;
  /** The layer that its own refusals name. */
  readonly layer: Layer;
  /** In the order of the contract's table: the first problem in that order is the one reported. */
  readonly input: Schema;
  /**
   * The field at the head of that table where it is missing, and that depends on more than itself: on who calls, on
   * another field.
   */
  readonly missing?: (body: Readonly<Record<string, unknown>>, caller: CallerKind) => string | undefined;
  /** Whether it changes fields of what is there: null clears one or is refused. Elsewhere null leaves a field out. */
  readonly isUpdate?: boolean;
  /** The response's `data`: the reference shows it, the tests hold every answer against it. */
  readonly output: Output;
  readonly docs: ActionDocs;
  /** The endpoint's own refusal of a caller without a merchant, where its error table has one. */
  readonly refuseCaller?: () => ApiError;
  /** What a failed authentication (401) is here, where the endpoint's error table has a row of its own for it. */
  readonly refuseCredential?: (cause: ApiError) => ApiError;
  /** Fields of the body that a store-slug caller has no say in: left unread, or refused with 400. */
  readonly publicBody?: { readonly ignores: readonly string[]; readonly refuses: readonly string[] };
  /** Fields that the contract names and nothing implements yet: a call that has one is refused with 501 and this reason. */
  readonly notImplemented?: Readonly<Record<string, string>>;
  /** Whether the header X-Environment is refused (publish-product). */
  readonly refusesEnvironmentHeader?: boolean;
}

type Run<Context, Schema extends z.ZodObject, Output extends z.ZodObject> = (
  context: Context,
  input: z.output<Schema>,
) => Promise<z.input<Output>>;

/** An endpoint: all of it in the gateway's one transaction (`run`), or in several of its own (`runInSteps`). */
export type Action<
  Kind extends CallerKind = CallerKind,
  Schema extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = Declaration<Kind, Schema, Output> &
  (
    | { readonly run: Run<ActionContext<Kind>, Schema, Output>; readonly runInSteps?: never }
    | { readonly run?: never; readonly runInSteps: Run<SteppedContext<Kind>, Schema, Output> }
  );

/** Declares an action. Adds nothing at run time; it ties the types of callers, input, output and `run` together. */
export function defineAction<const Kind extends CallerKind, Schema extends z.ZodObject, Output extends z.ZodObject>(
  action: Action<Kind, Schema, Output>,
): Action<Kind, Schema, Output> {
  return action;
}

/** Store endpoints answer a caller without a merchant with 400. (commerce-api.md, "update-store".) */
export const refuseWithoutMerchant = (): ApiError => errors.missingMerchant(400, 'store');
