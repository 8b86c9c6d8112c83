import { Cell, Row, Table } from '#components/ui/table.tsx';
import type { JsonSchema } from '#server/docs/json-schema.ts';
import type { DocumentedEvent, exampleRequest } from '#server/docs/webhook-guide.ts';
import { CodeSample } from '../code-sample.tsx';
import { FieldList } from '../field-list.tsx';
import { Code, GuideSection, Inline, Paragraph, Points } from '../prose.tsx';

/** Explains how to set up a webhook, and its payload. */
export function Receiving({ example, maxWebhooks }: { example: typeof exampleRequest; maxWebhooks: number }) {
  return (
    <GuideSection id="receiving" title="Payload">
      <Paragraph>
        A store can have up to {maxWebhooks} webhooks. Each has a URL, a channel, an environment and a list of events.
        Create webhooks in the dashboard or with <a href="/docs/store#add-webhook">store/add-webhook</a>. Webhooks in{' '}
        <Code>prod</Code> must use https. Private network addresses are rejected unless the operator allows them.
      </Paragraph>
      <Paragraph>
        On the <Code>http</Code> channel, each event is sent as a <Code>POST</Code> request with a JSON body:
      </Paragraph>
      <CodeSample text={example.headers} label="webhook headers" />
      <CodeSample text={example.body} label="webhook body" />
      <Points>
        <li>
          <Code>id</Code> identifies the delivery and stays the same across retries. <Code>eventId</Code> names the
          payment, refund or change that the event reports, and is the same for all webhooks.
        </li>
        <li>
          <Code>X-Webhook-Sequence</Code> is the event’s position in its order’s history. Higher numbers are later.
          Numbers can be skipped, because not all events are sent to webhooks.
        </li>
        <li>
          <Code>X-Waffo-Event</Code> and <Code>X-Waffo-Signature</Code> repeat two headers under the names that other
          receivers read, unless the operator omits them.
        </li>
        <li>
          <Code>timestamp</Code> is the time of the event on the store’s clock. A test clock can be ahead of real time.
        </li>
        <li>
          <Code>mode</Code> is the environment, <Code>test</Code> or <Code>prod</Code>. Amounts are decimal strings with
          all digits of the currency.
        </li>
        <li>
          <Code>data.provider</Code> is <Code>sandbox</Code> if a <Code>prod</Code> order was paid through the sandbox.
          No money moved, so do not fulfill the order.
        </li>
        <li>New fields can be added at any time. Ignore fields you do not know.</li>
      </Points>
    </GuideSection>
  );
}

interface FieldGroup {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** The event types with their fields. */
export function Events({ events, groups }: { events: readonly DocumentedEvent[]; groups: readonly FieldGroup[] }) {
  return (
    <GuideSection id="events" title="Event types">
      {' '}
      <div className="overflow-hidden rounded-card border border-border bg-surface">
        <Table caption="Events" head={['Event', 'When', 'Additional fields']}>
          {events.map(({ name, when, fields }) => (
            <Row key={name}>
              <Cell className="md:whitespace-nowrap">
                <Code>{name}</Code>
              </Cell>
              <Cell className="text-muted max-md:block!">
                <Inline text={when} />
              </Cell>
              <Cell label="Fields" className="text-muted">
                {fields.join(', ')}
              </Cell>
            </Row>
          ))}
        </Table>
      </div>
      <Paragraph>
        <Code>data</Code> is a snapshot from the time of the event. The schema of each event is in{' '}
        <Code>/v1/openapi.json</Code> under <Code>webhooks</Code>.
      </Paragraph>
      {groups.map(({ name, schema }) => (
        <div key={name}>
          <h3 className="mb-2 text-sm font-semibold">{name.charAt(0).toUpperCase() + name.slice(1)} fields</h3>
          <FieldList schema={schema} isRequest={false} label={`${name} fields`} />
        </div>
      ))}
    </GuideSection>
  );
}
