import { CodeSample } from '../code-sample.tsx';
import { Code, GuideSection, Inline, Paragraph, Points } from '../prose.tsx';
import { RefusalTable, type ShownRefusal } from '../refusal-table.tsx';

const success = `{
  "data": { "store": { "id": "STO_…", "name": "Kettle & Crema" } },
  "warnings": [
    { "message": "Header X-Environment (prod) was ignored: the API key is bound to test", "layer": "gateway" }
  ]
}`;

const refusal = `{
  "data": null,
  "errors": [
    {
      "message": "Invalid media url: must be a valid http(s) URL",
      "layer": "product",
      "code": "invalid_field",
      "path": "media.1.url"
    }
  ]
}`;

/** Explains the request and response format. */
export function Envelope() {
  return (
    <GuideSection id="envelope" title="Requests and responses">
      <Paragraph>
        Call an action with a <Code>POST</Code> request to <Code>/v1/actions/&lt;resource&gt;/&lt;action&gt;</Code> with
        a JSON object as its body. The limit is 1 MiB with an API key, 64 KiB with other credentials, and 5,000 JSON
        nodes. Unknown fields are ignored. <Code>null</Code> counts as absent, except in updates, where it clears the
        field or is rejected. A successful call returns 200 with <Code>data</Code> and optional <Code>warnings</Code>:
      </Paragraph>
      <CodeSample text={success} label="success response" />
      <Paragraph>
        All other responses contain <Code>errors</Code>. <Code>errors[0]</Code> is the root cause; the following entries
        are the layers that passed it on. <Code>layer</Code> names the part of the server. <Code>code</Code> is stable;
        programs decide by it. <Code>path</Code> is the dotted path of the invalid field in the body, if there is one.
      </Paragraph>
      <CodeSample text={refusal} label="error response" />
      <Paragraph>
        Every response has an <Code>X-Request-Id</Code> header. Quote it in support requests. New fields can be added to
        responses at any time. Ignore fields you do not know.
      </Paragraph>
    </GuideSection>
  );
}

interface ErrorsProps {
  statuses: readonly { readonly status: number; readonly meaning: string }[];
  everywhere: readonly ShownRefusal[];
}

/** Explains status codes, retries and errors common to all endpoints. */
export function Errors({ statuses, everywhere }: ErrorsProps) {
  return (
    <GuideSection id="errors" title="Errors and retries">
      <dl className="grid max-w-prose grid-cols-[3rem_1fr] gap-y-1.5">
        {statuses.map(({ status, meaning }) => (
          <div key={status} className="contents">
            <dt className="font-mono text-sm font-medium">{status}</dt>
            <dd>
              <Inline text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
      <Points>
        <li>Do not retry 400, 401, 403 or 404 without changing the request.</li>
        <li>
          Retry 429 and 503 after <Code>Retry-After</Code> seconds. Retry 500 and 502 after 5, 10 and 20 seconds. Use an{' '}
          <a href="#idempotency">idempotency key</a> so that a retry has no second effect.
        </li>
        <li>
          503 means that the database is temporarily unavailable and the outcome of the call is unknown. Retry with the
          same idempotency key to run it once.
        </li>
        <li>When deleting a store, 409 lists what blocks the deletion, one entry each.</li>
      </Points>
      <h3 className="mt-2 font-semibold">Common errors</h3>
      <RefusalTable caption="Common errors" refusals={everywhere} />
    </GuideSection>
  );
}

/** Explains idempotency keys. */
export function Idempotency() {
  return (
    <GuideSection id="idempotency" title="Idempotency">
      <Paragraph>
        Send an <Code>X-Idempotency-Key</Code> header with writes: up to 256 letters, digits, <Code>-</Code> and{' '}
        <Code>_</Code>. Use a new key for each operation, such as an order number or a UUID.
      </Paragraph>
      <Points>
        <li>
          Within 24 hours, the same key returns the first response with <Code>Idempotency-Replayed: true</Code> and has
          no second effect.
        </li>
        <li>Only successful responses are stored. After an error, you can reuse the key with a corrected request.</li>
        <li>
          While the first request is processing, a second one returns 409 with <Code>Retry-After</Code>.
        </li>
        <li>The same key with a different body returns 400 and lists the differences.</li>
        <li>Keys are scoped to the caller, environment and path.</li>
        <li>
          All browsers that use a store slug count as one caller, so a customer whose IP address changes still gets the
          first response. Anyone who sends the same key and body gets that response, including its checkout. In
          browsers, use unguessable keys from <Code>crypto.randomUUID()</Code>.
        </li>
      </Points>
    </GuideSection>
  );
}

interface Limits {
  readonly apiKey: { readonly perSecond: number; readonly burst: number };
  readonly storeSlug: { readonly perSecond: number };
  readonly paymentsPerMinute: number;
  readonly publicSessionsPerMinute: number;
}

/** Explains rate limits. */
export function RateLimits({
  limits: { apiKey, storeSlug, paymentsPerMinute, publicSessionsPerMinute },
}: {
  limits: Limits;
}) {
  return (
    <GuideSection id="rate-limits" title="Rate limits">
      <Points>
        <li>
          API key: {apiKey.perSecond} requests per second, with bursts of up to {apiKey.burst}.
        </li>
        <li>Store slug or session token: {storeSlug.perSecond} requests per second and client IP address.</li>
        <li>A body over 64 KiB counts as one request for every 64 KiB, rounded up.</li>
        <li>
          Checkout sessions created with a store slug: {publicSessionsPerMinute} per minute and client IP address.
        </li>
        <li>Payment attempts: {paymentsPerMinute} per minute and checkout session.</li>
      </Points>
      <Paragraph>
        Every response reports your limits. <Code>RateLimit-Policy: "api-key";q={apiKey.perSecond};w=1</Code> is the
        sustained rate. <Code>RateLimit: "api-key";r=42;t=2</Code> is the number of remaining requests and the seconds
        until the full burst is available. Requests over the limit return 429 with <Code>Retry-After</Code>.
      </Paragraph>
    </GuideSection>
  );
}
