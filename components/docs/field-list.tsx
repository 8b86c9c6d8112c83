import type { JsonSchema } from '#server/docs/json-schema.ts';
import { Code, Inline } from './prose.tsx';
import { limitsOf, partsOf, typeOf, valuesOf } from './schema-words.ts';

/** Lists an object's fields; nested fields are collapsible. */
export function FieldList({ schema, isRequest, label }: { schema: JsonSchema; isRequest: boolean; label: string }) {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return <p className="text-sm text-muted">None.</p>;
  return (
    <ul aria-label={label} className="divide-y divide-border border-y border-border">
      {fields.map(([name, field]) => (
        <FieldEntry
          key={name}
          name={name}
          schema={field}
          isRequest={isRequest}
          isRequired={schema.required?.includes(name) ?? false}
          label={label}
          isOpen={!isRequest && fields.length === 1}
        />
      ))}
    </ul>
  );
}

interface FieldEntryProps {
  name: string;
  schema: JsonSchema;
  isRequest: boolean;
  isRequired: boolean;
  label: string;
  /** Whether the nested fields are expanded initially. */
  isOpen: boolean;
}

function FieldEntry({ name, schema, isRequest, isRequired, label, isOpen }: FieldEntryProps) {
  const limits = limitsOf(schema);
  const values = valuesOf(schema);
  const parts = partsOf(schema);
  const count = Object.keys(parts?.schema.properties ?? {}).length;
  return (
    <li className="py-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-mono font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className="text-muted">{typeOf(schema)}</span>
        {isRequest && isRequired && <span className="text-xs font-medium text-danger-text">required</span>}
        {!isRequest && !isRequired && <span className="text-xs text-muted">optional</span>}
      </p>
      {(schema.description || limits.length > 0) && (
        <p className="mt-1 text-muted">
          {schema.description && <Inline text={sentence(schema.description)} />}
          {schema.description && limits.length > 0 && ' '}
          {limits.length > 0 && `${capital(limits.join(', '))}.`}
        </p>
      )}
      {values && <Values values={values} />}
      {parts && count > 0 && (
        <details className="mt-2" open={isOpen}>
          <summary className="inline-flex min-h-11 items-center rounded-control text-link sm:min-h-7">
            <span className="[details[open]>summary>&]:hidden">
              Show {count} {count === 1 ? 'field' : 'fields'} {parts.of}
            </span>
            <span className="hidden [details[open]>summary>&]:inline">Hide the fields {parts.of}</span>
          </summary>
          <div className="mt-1 border-s-2 border-border ps-4">
            <FieldList schema={parts.schema} isRequest={isRequest} label={`${label}: ${name}`} />
          </div>
        </details>
      )}
    </li>
  );
}

function Values({ values }: { values: readonly unknown[] }) {
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5 text-muted">
      <span className="sr-only">One of</span>
      {values.map((value) => (
        <Code key={String(value)}>{String(value)}</Code>
      ))}
    </p>
  );
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const sentence = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);
