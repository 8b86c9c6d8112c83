/** An error answer of the Stripe double. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, details: Readonly<Record<string, unknown>>) {
    super(String(details.message));
    this.status = status;
    this.details = details;
  }
}

/** 400 `invalid_request_error`. */
export const invalid = (message: string, code?: string, param?: string): StripeRefusal =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, code, param });

/** 404 `resource_missing`. */
export const missing = (kind: string, id: string): StripeRefusal =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
  });
