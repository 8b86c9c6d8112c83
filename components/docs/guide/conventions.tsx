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
    { "message": "Store not found", "layer": "store" }
  ]
}`;

/** The form of every request and response. */
export function Envelope() {
  return (
    <GuideSection id="envelope" title="Requests and responses">
      <Paragraph>
        Every action is a <Code>POST</Code> to <Code>/v1/actions/&lt;resource&gt;/&lt;action&gt;</Code> with a JSON
        object of at most 1 MiB with an API key and 64 KiB otherwise, and of at most 5,000 JSON nodes. Fields that an
        endpoint does not know are ignored, and one that is <Code>null</Code> counts as left out; only in an update it
        says something: it clears the field, or is refused. Success is 200 with <Code>data</Code>, and{' '}
        <Code>warnings</Code> where something was odd but not wrong:
      </Paragraph>
      <CodeSample text={success} label="a success" />
      <Paragraph>
        Anything else carries <Code>errors</Code>, from the root cause, <Code>errors[0]</Code>, to the part that passed
        it on. <Code>layer</Code> is the part of the service that speaks.
      </Paragraph>
      <CodeSample text={refusal} label="a refusal" />
      <Paragraph>
        Every response has an <Code>X-Request-Id</Code>: quote it when you ask about a call. New fields may be added to
        responses at any time; read what you know and leave the rest.
      </Paragraph>
    </GuideSection>
  );
}

interface ErrorsProps {
  statuses: readonly { readonly status: number; readonly meaning: string }[];
  everywhere: readonly ShownRefusal[];
}

/** Statuses, what to do about them, and what every endpoint can answer. */
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
        <li>Never repeat a 400, 401, 403 or 404: the answer would be the same.</li>
        <li>
          Repeat a 429 or 503 after <Code>Retry-After</Code> seconds; a 500 or 502 after 5, 10 and 20 seconds, then give
          up. With an <a href="#idempotency">idempotency key</a> a repeat has no second effect.
        </li>
        <li>
          A 503 means that the database is away for a moment. What the call came to is unknown: repeat it with the same
          idempotency key, and it is done once.
        </li>
        <li>A 409 of a store’s deletion names what is in the way, an entry each; remove that first.</li>
      </Points>
      <h3 className="mt-2 font-semibold">What every endpoint can answer</h3>
      <RefusalTable caption="Errors of every endpoint" refusals={everywhere} />
    </GuideSection>
  );
}

/** Doing a thing once, however often it is asked for. */
export function Idempotency() {
  return (
    <GuideSection id="idempotency" title="Idempotency">
      <Paragraph>
        Send <Code>X-Idempotency-Key</Code> with a write, at most 256 letters, digits, <Code>-</Code> and <Code>_</Code>
        , a new one for each thing you want done: an order number, or a UUID.
      </Paragraph>
      <Points>
        <li>
          The same key again within 24 hours gets the first answer, with <Code>Idempotency-Replayed: true</Code>, and
          has no second effect.
        </li>
        <li>Only successes are kept. After an error the key is free: put the request right and send it again.</li>
        <li>
          While the first request is running, a second gets 409 with <Code>Retry-After</Code>.
        </li>
        <li>The same key with another body is 400, and says where the two differ.</li>
        <li>Keys count within one caller, environment and path.</li>
        <li>
          All browsers that call by a store’s slug are one caller, so that a buyer whose address changes between two
          tries still gets the first answer. Whoever sends another’s key and body gets that one’s answer, and with it
          their checkout: in a browser, make keys that nobody can guess, with <Code>crypto.randomUUID()</Code>.
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

/** How often. */
export function RateLimits({
  limits: { apiKey, storeSlug, paymentsPerMinute, publicSessionsPerMinute },
}: {
  limits: Limits;
}) {
  return (
    <GuideSection id="rate-limits" title="Rate limits">
      <Points>
        <li>
          {apiKey.perSecond} requests a second for an API key, with bursts of up to {apiKey.burst}.
        </li>
        <li>{storeSlug.perSecond} a second for a store slug or session token and client address.</li>
        <li>A body of more than 64 KiB counts as one request per started 64 KiB.</li>
        <li>{publicSessionsPerMinute} checkout sessions a minute that one client address creates with a store slug.</li>
        <li>{paymentsPerMinute} attempts a minute to pay one checkout session.</li>
      </Points>
      <Paragraph>
        Every response says where you stand: <Code>RateLimit-Policy: "api-key";q={apiKey.perSecond};w=1</Code> is the
        steady rate, <Code>RateLimit: "api-key";r=42;t=2</Code> the number of requests that would pass now and the
        seconds until the burst is available in full. A request over the limit gets 429 with <Code>Retry-After</Code>.
      </Paragraph>
    </GuideSection>
  );
}
