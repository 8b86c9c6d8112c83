/** Shared by the portal's calls. */
import type { GatewayRequest } from '#server/http/http.ts';
import type { Reply } from '#server/http/reply.ts';
import type { Visitor } from './portal-visit.ts';

export type Body = Readonly<Record<string, unknown>>;

/** The result of a call: data for the page, and a cookie. */
export interface Outcome {
  readonly data: object;
  readonly cookie?: string;
}

/** Throws an ApiError, which is translated for the buyer. */
export type Call = (visitor: Visitor, body: Body, request: GatewayRequest, reply: Reply) => Promise<Outcome>;
