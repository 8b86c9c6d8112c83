/**
 * Limits on request bodies, applied while the body arrives. The maximum size follows from the path and headers alone: 1
 * MiB for a signed request, 64 KiB for any other. The bytes buffered per client address are limited as well.
 * (decisions.md, "Envelope, errors, layers")
 */
import { type ApiError, errors } from '#server/domain/errors.ts';
import { noteRefusal } from '#server/platform/observe.ts';
import { clientKeyOf } from '#server/platform/rate-limits/rate-limit.ts';
import { settings } from '#server/platform/settings.ts';
import { type GatewayRequest, header, pathOf } from './http.ts';
import { stripeWebhookPath } from './stripe-webhook-path.ts';

const maxSignedBytes = 1024 * 1024;
const maxOtherBytes = 64 * 1024;
/** Stripe events are a few KiB, those about long invoices more. */
const maxStripeEventBytes = 256 * 1024;
const bytesPerPoint = 64 * 1024;

export const signingHeaders = ['x-merchant-id', 'x-timestamp', 'x-signature'] as const;

/** The part of a request that is known before its body. */
type RequestHead = Pick<GatewayRequest, 'url' | 'headers'>;

/** The maximum body size. A forged signature is refused only after its body was read, at most 1 MiB. */
function maxBodyBytes({ url, headers }: RequestHead): number {
  if (!pathOf(url).startsWith('/v1/')) return maxOtherBytes;
  if (pathOf(url) === stripeWebhookPath) return maxStripeEventBytes;
  const isSigned = signingHeaders.every((name) => header(headers, name) !== undefined);
  return isSigned ? maxSignedBytes : maxOtherBytes;
}

/**
 * Rate limit points of a request: one for every 64 KiB, rounded up. A rejected body costs as much as the largest accepted one.
 */
export function pointsOf({ body }: Pick<GatewayRequest, 'body'>): number {
  const bytes = body instanceof Uint8Array ? body.length : maxSignedBytes;
  return Math.max(Math.ceil(bytes / bytesPerPoint), 1);
}

const shared = globalThis as typeof globalThis & { counterfoilBodies?: Map<string, number> };
/** Buffered bytes per client address; on `globalThis` for the production server and Next's bundle together. */
shared.counterfoilBodies ??= new Map();
const bufferedBytes = shared.counterfoilBodies;

/** The body of one request, from its first byte until the request is answered. */
export class BodyIntake {
  readonly #maxBytes: number;
  readonly #client: string;
  #chunks: Uint8Array[] = [];
  #length = 0;
  #refusal: ApiError | undefined;

  constructor(request: RequestHead & Pick<GatewayRequest, 'address'>) {
    this.#maxBytes = maxBodyBytes(request);
    this.#client = clientKeyOf(request.address);
    const announced = Number(header(request.headers, 'content-length'));
    if (announced > this.#maxBytes) this.#refuse(errors.bodyTooLarge(this.#maxBytes));
  }

  /** Buffers a chunk; false when the body is refused and the rest is not needed. */
  take(chunk: Uint8Array): boolean {
    if (this.#refusal) return false;
    if (this.#length + chunk.length > this.#maxBytes) return this.#refuse(errors.bodyTooLarge(this.#maxBytes));
    const total = (bufferedBytes.get(this.#client) ?? 0) + chunk.length;
    if (total > settings().bodyBytesPerAddress) {
      noteRefusal('body-bytes');
      return this.#refuse(errors.rateLimited(1));
    }
    bufferedBytes.set(this.#client, total);
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    return true;
  }

  get isRefused(): boolean {
    return this.#refusal !== undefined;
  }

  /** The exact bytes, once all have arrived, or the refusal. */
  get body(): Uint8Array | ApiError {
    const [first] = this.#chunks;
    return this.#refusal ?? (this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#length));
  }

  /** Frees the buffered bytes. Must be called once the request is answered or aborted. */
  release(): void {
    const left = (bufferedBytes.get(this.#client) ?? 0) - this.#length;
    if (left > 0) bufferedBytes.set(this.#client, left);
    else bufferedBytes.delete(this.#client);
    this.#chunks = [];
    this.#length = 0;
  }

  #refuse(refusal: ApiError): false {
    this.#refusal = refusal;
    this.release();
    return false;
  }
}
