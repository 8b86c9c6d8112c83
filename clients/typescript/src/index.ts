/** A typed client for the Counterfoil commerce API. It runs on Node.js 20 and newer, browsers and edge runtimes. */

export type { ApiKeyClient, GraphqlClient, SessionTokenClient, StoreSlugClient } from './client.ts';
export { createClient } from './client.ts';
export type {
  ActionOptions,
  ConnectionOptions,
  SessionTokenCredential,
  StoreSlugCredential,
} from './connection.ts';
export type { ErrorEntry, WebhookRefusal } from './errors.ts';
export { ConnectionError, CounterfoilError, FeedError, WebhookVerificationError } from './errors.ts';
export type { FeedClient, FeedEntry, FeedPosition, FollowOptions } from './event-feed.ts';
export type * from './generated/actions.ts';
export type * as GraphqlTypes from './generated/graphql-types.ts';
export type * from './generated/objects.ts';
export type * from './generated/webhook-events.ts';
export type { QueryResult, QuerySelection } from './graphql/selection.ts';
export type { Clock } from './runtime.ts';
export type { CallOptions, Warning } from './send.ts';
export type { ApiKeyCredential, SignedParts, Signer } from './signing.ts';
export { createSigner } from './signing.ts';
export type { FindWebhookKey, WebhookKeysOptions } from './webhooks/keys.ts';
export { webhookKeys } from './webhooks/keys.ts';
export type { WebhookRequest } from './webhooks/request.ts';
export type { VerifyWebhookOptions } from './webhooks/verify.ts';
export { verifyWebhook } from './webhooks/verify.ts';
export type { VerifyStandardWebhookOptions } from './webhooks/verify-standard.ts';
export { verifyStandardWebhook } from './webhooks/verify-standard.ts';
