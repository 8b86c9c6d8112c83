import { Cell, Row, Table } from '#components/ui/table.tsx';
import type { TestCard } from '#server/docs/guide.ts';
import { CodeSample } from '../code-sample.tsx';
import { Code, GuideSection, Paragraph } from '../prose.tsx';

/** How to be told of what happens, in short. */
export function Webhooks() {
  return (
    <GuideSection id="webhooks" title="Receiving webhooks">
      <Paragraph>
        Orders, subscriptions and refunds live on after your call: buyers pay, banks refuse, periods begin. A webhook
        tells your backend, or a chat, of each event as it happens, signed, in order and at least once. How to receive
        one, with code in five languages, has <a href="/docs/webhooks">a page of its own</a>.
      </Paragraph>
    </GuideSection>
  );
}

/** The cards that the test environment takes. */
export function TestCards({ cards }: { cards: readonly TestCard[] }) {
  return (
    <GuideSection id="test-cards" title="Test cards">
      <Paragraph>
        In the test environment these cards, and no others, work at the checkout; with any date to come and any security
        code of three digits, four for American Express. Another length is refused as <Code>incorrect_cvc</Code>. In
        brackets stands the code that the payment fails with; a buyer is told of lost, stolen and fraudulent cards that
        they were declined, and no more.
      </Paragraph>
      <div className="overflow-hidden rounded-card border border-border bg-surface">
        <Table caption="Test cards" head={['Number', 'Brand', 'What it does']}>
          {cards.map(({ number, brand, outcome }) => (
            <Row key={number}>
              <Cell className="whitespace-nowrap">
                <Code>{number}</Code>
              </Cell>
              <Cell label="Brand">{brand}</Cell>
              <Cell className="text-muted max-md:block">{outcome}</Cell>
            </Row>
          ))}
        </Table>
      </div>
    </GuideSection>
  );
}

interface GraphQlProps {
  query: string;
  /** Where the explorer opens with a store; null: no store is known. Undefined: the explorer is off. */
  explorer: string | null | undefined;
}

/** Reading. */
export function GraphQl({ query, explorer }: GraphQlProps) {
  return (
    <GuideSection id="graphql" title="GraphQL">
      <Paragraph>
        What actions write, <Code>POST /v1/graphql</Code> reads: stores, products, orders and payments, with filters,
        counts and cursors. The credentials are the same. An API key sees its merchant’s stores in its environment, a
        store slug what is public of one store, a session token one customer’s own orders.
      </Paragraph>
      <CodeSample text={query} label="a GraphQL query" />
      <Paragraph>
        A query that is asked often need not be sent each time: clients that speak automatic persisted queries, such as
        Apollo’s and urql’s, send its SHA-256 in <Code>extensions.persistedQuery</Code> instead, by <Code>POST</Code>,
        and its text once more where the answer is <Code>PersistedQueryNotFound</Code>. Every instance of the service
        learns them for itself, and may forget them.
      </Paragraph>
      {explorer !== undefined && (
        <Paragraph>
          The{' '}
          {explorer ? (
            <a href={explorer}>explorer</a>
          ) : (
            <>
              explorer of a store, <Code>/v1/graphql?slug=your-store</Code>,
            </>
          )}{' '}
          shows the schema and runs queries in the browser.
        </Paragraph>
      )}
    </GuideSection>
  );
}
