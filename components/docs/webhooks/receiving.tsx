import { Cell, Row, Table } from '#components/ui/table.tsx';
import type { JsonSchema } from '#server/docs/json-schema.ts';
import type { DocumentedEvent, exampleRequest } from '#server/docs/webhook-guide.ts';
import { CodeSample } from '../code-sample.tsx';
import { FieldList } from '../field-list.tsx';
import { Code, GuideSection, Inline, Paragraph, Points } from '../prose.tsx';

/** How a webhook is set up, and what arrives there. */
export function Receiving({ example, most }: { example: typeof exampleRequest; most: number }) {
  return (
    <GuideSection id="receiving" title="What arrives">
      <Paragraph>
        A store keeps up to {most} webhooks: an address, a channel, and which events of which environment it is told of.
        They are made in the dashboard, or by <a href="/docs/store#add-webhook">store/add-webhook</a>. For events of
        prod the address is https, and it is on the public internet unless this service is set otherwise.
      </Paragraph>
      <Paragraph>
        On the channel <Code>http</Code> each event is a <Code>POST</Code> with a JSON body:
      </Paragraph>
      <CodeSample text={example.headers} label="the headers of a webhook" />
      <CodeSample text={example.body} label="the body of a webhook" />
      <Points>
        <li>
          <Code>id</Code> is the delivery’s: it stays the same however often it is sent. <Code>eventId</Code> is the
          event’s, the same for each webhook that is told of it.
        </li>
        <li>
          <Code>X-Webhook-Sequence</Code> is the event’s place among all that happened to its order: of two, the higher
          number came later. Numbers may be left out, as not all that happens is told.
        </li>
        <li>
          <Code>timestamp</Code> is when it happened, by the store’s own time: a test clock may be ahead.
        </li>
        <li>
          <Code>mode</Code> is the environment, <Code>test</Code> or <Code>prod</Code>. Amounts are display strings in
          the currency’s full precision.
        </li>
        <li>
          <Code>data.provider</Code> is <Code>sandbox</Code> where an order of <Code>prod</Code> was paid in a
          demonstration: no money moved, so deliver nothing for it.
        </li>
        <li>New fields may be added at any time; read what you know and leave the rest.</li>
      </Points>
    </GuideSection>
  );
}

interface FieldGroup {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** What there is to be told of. */
export function Events({ events, groups }: { events: readonly DocumentedEvent[]; groups: readonly FieldGroup[] }) {
  return (
    <GuideSection id="events" title="Events">
      <div className="overflow-hidden rounded-card border border-border bg-surface">
        <Table caption="Events" head={['Event', 'When', 'Fields beside the order’s']}>
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
        <Code>data</Code> holds what was true when it happened. <Code>/v1/openapi.json</Code> has each event’s schema,
        under <Code>webhooks</Code>.
      </Paragraph>
      {groups.map(({ name, schema }) => (
        <div key={name}>
          <h3 className="mb-2 text-sm font-semibold">Of the {name}</h3>
          <FieldList schema={schema} isRequest={false} label={`Fields of the ${name}`} />
        </div>
      ))}
    </GuideSection>
  );
}
