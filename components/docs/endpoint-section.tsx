import { Badge } from '#components/ui/badge.tsx';
import type { JsonSchema } from '#server/docs/json-schema.ts';
import { CodeSample } from './code-sample.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import { FieldList } from './field-list.tsx';
import { AnchorHeading, Inline } from './prose.tsx';
import { RefusalTable, type ShownRefusal } from './refusal-table.tsx';

export interface ShownEndpoint {
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly summary: string;
  readonly callers: readonly string[];
  readonly notes: readonly string[];
  readonly request: JsonSchema;
  readonly response: JsonSchema;
  readonly isImplemented: boolean;
  /** Errors of the endpoint, its credentials and missing fields. */
  readonly refusals: readonly ShownRefusal[];
  /** Errors for malformed fields. */
  readonly malformed: readonly ShownRefusal[];
  /** A recorded response as JSON; absent for endpoints that are not implemented. */
  readonly responseExample: string | undefined;
  readonly examples: readonly { readonly value: string; readonly label: string; readonly code: string }[];
}

/** One endpoint: parameters and response beside its examples. */
export function EndpointSection({ endpoint }: { endpoint: ShownEndpoint }) {
  const { name, verb, path, summary, callers, notes, examples, responseExample } = endpoint;
  return (
    <section
      id={verb}
      aria-labelledby={`${verb}-title`}
      className="scroll-mt-16 border-t border-border pt-8 lg:scroll-mt-6"
    >
      <AnchorHeading id={verb} title={verb} className="font-mono" />
      <p className="mt-2 max-w-prose text-[0.9375rem] leading-relaxed">
        <Inline text={`${summary}.`} />
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <span className="inline-flex max-w-full items-baseline gap-2 rounded-control border border-border bg-surface px-2.5 py-1 font-mono text-xs">
          <span className="font-semibold text-success-text">POST</span>
          <span className="min-w-0 [overflow-wrap:anywhere]">{path}</span>
        </span>
        {callers.map((caller) => (
          <Badge key={caller} tone="info">
            {caller}
          </Badge>
        ))}
        {!endpoint.isImplemented && <Badge tone="warning">Not implemented</Badge>}
      </p>
      {notes.length > 0 && (
        <ul className="mt-3 flex max-w-prose flex-col gap-1 text-sm text-muted">
          {notes.map((note) => (
            <li key={note}>
              <Inline text={note} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-8">
          <EndpointFields endpoint={endpoint} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 self-start xl:sticky xl:top-6">
          <ExampleTabs name={name} label={`${name} example`} samples={examples} />
          {responseExample && (
            <div className="min-w-0">
              <h3 className="mb-2 text-sm font-semibold">Example response</h3>
              <CodeSample text={responseExample} label={`${name} response`} isShort />
            </div>
          )}
        </div>
      </div>
      <EndpointRefusals endpoint={endpoint} />
    </section>
  );
}

function EndpointFields({ endpoint: { verb, request, response, isImplemented } }: { endpoint: ShownEndpoint }) {
  return (
    <>
      <div>
        <h3 className="mb-2 text-sm font-semibold">Body</h3>
        <FieldList schema={request} isRequest label={`Body of ${verb}`} />
      </div>
      {isImplemented && (
        <div>
          <h3 className="mb-2 text-sm font-semibold">
            Response <span className="font-mono font-normal text-muted">data</span>
          </h3>
          <FieldList schema={response} isRequest={false} label={`Response of ${verb}`} />
        </div>
      )}
    </>
  );
}

function EndpointRefusals({ endpoint: { verb, refusals, malformed } }: { endpoint: ShownEndpoint }) {
  return (
    <div className="mt-8">
      <h3 className="mb-3 text-sm font-semibold">Errors</h3>
      <RefusalTable caption={`Errors of ${verb}`} refusals={refusals} />
      {malformed.length > 0 && (
        <details className="mt-3">
          <summary className="inline-flex min-h-11 items-center rounded-control text-sm text-link sm:min-h-8">
            {malformed.length} validation errors of {verb}
          </summary>
          <div className="mt-2">
            <RefusalTable caption={`Validation errors of ${verb}`} refusals={malformed} />
          </div>
        </details>
      )}
      <p className="mt-3 text-sm text-muted">
        See also the errors common to{' '}
        <a className="text-link underline underline-offset-2" href="/docs#errors">
          all endpoints
        </a>
        .
      </p>
    </div>
  );
}
