/**
 * An action is one endpoint of the API, independent of HTTP. The gateway authenticates the caller, validates the input,
 * opens the transaction and wraps the answer; the action decides.
 */
import type { z } from 'zod';
import type { Database, Tx } from '#db/client.ts';
import type { SessionTokenClaims } from '#server/customers/rules/session-token.ts';
import type { Environment } from '#server/domain/environments.ts';
import { type ApiError, errors, type Layer, type Refusal } from '#server/domain/errors.ts';
import type { KeyScope } from '#server/domain/key-scopes.ts';
import type { TaxProvider } from '#server/domain/tax.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { StoreScope } from './data/merchant-scope.ts';
import type { Settings } from './settings.ts';

/** A backend that signed its request. The key that verified decides the environment. */
export interface ApiKeyCaller {
  readonly kind: 'apiKey';
  readonly merchantId: string;
  readonly keyId: string;
  readonly environment: Environment;
}

/** Any caller that names a store publicly, such as a checkout in a browser. */
export interface StoreSlugCaller {
  readonly kind: 'storeSlug';
  readonly merchantId: string;
  readonly storeId: string;
  /** The store and the merchant in its rows, who is not always the current owner. */
  readonly store: StoreScope;
  readonly environment: Environment;
}

/** A customer with a session token of one store. */
export interface SessionTokenCaller {
  readonly kind: 'sessionToken';
  readonly merchantId: string;
  readonly storeId: string;
  /** The store and the merchant in its rows, who is not always the current owner. */
  readonly store: StoreScope;
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
 * What a call changes, and so what a test key may do with it. (docs/behavior/keys-and-environments.md)
 * - `environment`: rows of the caller's own environment.
 * - `object`: one object with an environment of its own, such as a webhook. The action calls `requireEnvironment` with
 * it; a test key gets 403 for `prod`.
 * - `shared`: what both environments share, or `prod` alone. A test key gets 403.
 * - `application`: takes effect in `prod` only after an operator approves. Open to any key.
 * - `open`: shared, and open to any key by contract. The store's owner is emailed about a test key's change.
 */
export const actionScopes = ['environment', 'object', 'shared', 'application', 'open'] as const;
export type ActionScope = (typeof actionScopes)[number];

export type Caller = ApiKeyCaller | StoreSlugCaller | SessionTokenCaller | DashboardCaller;
export type CallerKind = Caller['kind'];
export type CallerOf<Kind extends CallerKind> = Extract<Caller, { kind: Kind }>;

/** The merchant in the rows that a call is about; for a key of a member of others' stores, the key's merchant. */
export const rowsMerchantOf = (caller: Caller): string =>
  'store' in caller ? caller.store.merchantId : caller.merchantId;

/** A customer's session token. `id` identifies it in records and grants nothing. */
export interface IssuedToken {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** A warning on a successful call. */
export interface Warning {
  readonly message: string;
  readonly layer: Layer;
  /** What to do about it. */
  readonly aiHint: string;
}

export interface ActionContext<Kind extends CallerKind> {
  /** The action's only transaction, or the database if it needs none. Everything the action writes goes through it. */
  readonly tx: Tx;
  readonly caller: CallerOf<Kind>;
  readonly environment: Environment;
  /** The time of the call. Actions read no other clock. */
  readonly now: Date;
  /** The time in a store in this environment: `now`, or its test clock. Used for business decisions. */
  readonly timeIn: (storeId: string) => Promise<Date>;
  readonly settings: Settings;
  /** Computes the tax of a sale locally, without a network call. */
  readonly taxes: TaxProvider;
  readonly actor: Actor;
  /** Declares the environment of the object that an `object` action changes; 403 when a test key targets `prod`. */
  readonly requireEnvironment: (environment: Environment) => void;
  /** Throws 403 unless the person signed in or confirmed the password a few minutes ago. Always throws for API keys. */
  readonly requireFreshSignIn: () => void;
  /**
   * The version that a dashboard page was loaded with: a product's version number or a group's last change. An outdated
   * version is not overwritten. API callers omit it; their updates merge.
   */
  readonly basedOn?: string | undefined;
  /** Signs a customer's session token with the gateway's key. */
  readonly issueSessionToken: (claims: SessionTokenClaims) => Promise<IssuedToken>;
  /** Adds a top-level `warnings` entry to the response. */
  readonly warn: (message: string, aiHint: string) => void;
}

/**
 * The context of an action that needs several transactions, which it opens itself. Its idempotency key is held by a
 * lease that the gateway extends while the action runs.
 */
export interface SteppedContext<Kind extends CallerKind> extends Omit<ActionContext<Kind>, 'tx' | 'timeIn'> {
  readonly db: Database;
  /** Aborted when another call takes over the idempotency key. The action must then stop and throw. */
  readonly signal: AbortSignal;
  /** Real time, for leases only. Business decisions use `now`. */
  readonly readClock: () => Date;
}

/** The endpoint's documentation in the reference (/docs, /v1/openapi.json), besides its fields. */
export interface ActionDocs {
  /** One line: what it does. */
  readonly summary: string;
  /**
   * The action's own refusals, in the contract's words and order. Refusals that every endpoint shares (authentication,
   * missing or malformed fields, limits, idempotency) are derived from its callers and input.
   */
  readonly refusals: readonly Refusal[];
  /** A valid body. Placeholders such as `$storeId` stand for the reader's ids. */
  readonly example: Readonly<Record<string, unknown>>;
  /** The valid body of a kind of caller whose calls differ. */
  readonly exampleOf?: Readonly<Partial<Record<CallerKind, Readonly<Record<string, unknown>>>>>;
}

/** Fields of a body that are ignored, or refused with 400. */
interface BodyLimits {
  readonly ignores: readonly string[];
  readonly refuses: readonly string[];
}

interface Declaration<Kind extends CallerKind, Schema extends z.ZodObject, Output extends z.ZodObject> {
  /** The allowed callers. Others get `refuseCaller` or 403 `Insufficient permissions`. */
  readonly callers: readonly Kind[];
  readonly scope: ActionScope;
  /** The scope that an API key needs for the call. Undefined where API keys may not call. */
  readonly keyScope?: KeyScope | undefined;
  /** The layer of the action's own refusals. */
  readonly layer: Layer;
  /** In the order of the contract's table: the first problem in that order is reported. */
  readonly input: Schema;
  /** The first required field that is absent, where that depends on the caller or on another field. */
  readonly missing?: (body: Readonly<Record<string, unknown>>, caller: CallerKind) => string | undefined;
  /** Whether the action updates an object: null clears an optional field or is refused. Elsewhere null means absent. */
  readonly isUpdate?: boolean;
  /** The response's `data`, shown in the reference and checked against every answer in tests. */
  readonly output: Output;
  readonly docs: ActionDocs;
  /** The endpoint's own refusal of a caller without a merchant, if its error table has one. */
  readonly refuseCaller?: () => ApiError;
  /** Replaces a failed authentication (401), if the endpoint's error table has a row for it. */
  readonly refuseCredential?: (cause: ApiError) => ApiError;
  /** Fields that a kind of caller cannot set. */
  readonly bodyLimits?: Readonly<Partial<Record<CallerKind, BodyLimits>>>;
  /** The refusal of a call that this kind of caller may not make with such a body, before the input is validated. */
  readonly refuseCall?: (body: Readonly<Record<string, unknown>>, caller: CallerKind) => ApiError | undefined;
  /** Whether such a call writes with one statement and locks nothing, so that it needs no transaction. */
  readonly writesOnce?: (body: Readonly<Record<string, unknown>>) => boolean;
  /** Whether the X-Environment header is refused (publish-product). */
  readonly refusesEnvironmentHeader?: boolean;
}

type Run<Context, Schema extends z.ZodObject, Output extends z.ZodObject> = (
  context: Context,
  input: z.output<Schema>,
) => Promise<z.input<Output>>;

/** An endpoint, run in the gateway's transaction (`run`) or in several of its own (`runInSteps`). */
export type Action<
  Kind extends CallerKind = CallerKind,
  Schema extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = Declaration<Kind, Schema, Output> &
  (
    | { readonly run: Run<ActionContext<Kind>, Schema, Output>; readonly runInSteps?: never }
    | { readonly run?: never; readonly runInSteps: Run<SteppedContext<Kind>, Schema, Output> }
  );

/** An action open to API keys names the scope that a key needs; any other action has none. */
type NeedsKeyScope<Kind extends CallerKind> = 'apiKey' extends Kind
  ? { readonly keyScope: KeyScope }
  : { readonly keyScope?: never };

/** Declares an action. No runtime effect; it connects the types of callers, input, output and `run`. */
export function defineAction<const Kind extends CallerKind, Schema extends z.ZodObject, Output extends z.ZodObject>(
  action: Action<Kind, Schema, Output> & NeedsKeyScope<Kind>,
): Action<Kind, Schema, Output> {
  return action;
}

/** Store endpoints answer a caller without a merchant with 400. (commerce-api.md, "update-store") */
export const refuseWithoutMerchant = (): ApiError => errors.missingMerchant(400, 'store');
