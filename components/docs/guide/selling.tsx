import { Cell, Row, Table } from '#components/ui/table.tsx';
import type { TestCard } from '#server/docs/guide.ts';
import { CodeSample } from '../code-sample.tsx';
import { Code, GuideSection, Paragraph } from '../prose.tsx';

/** Introduces webhooks and links to their guide. */
export function Webhooks() {
  return (
    <GuideSection id="webhooks" title="Webhooks">
      <Paragraph>
        Webhooks notify your backend or a chat when customers pay, payments fail, subscriptions renew and refunds
        complete. Deliveries are signed, ordered and sent at least once. See the{' '}
        <a href="/docs/webhooks">webhook guide</a> for receivers in five languages.
      </Paragraph>
    </GuideSection>
  );
}

/** Lists the test cards. */
export function TestCards({ cards }: { cards: readonly TestCard[] }) {
  return (
    <GuideSection id="test-cards" title="Test cards">
      <Paragraph>
        Only these cards work in the test environment. Use any future expiration date and any three-digit CVC (four
        digits for American Express). A CVC of another length fails with <Code>incorrect_cvc</Code>. The failure code is
        in parentheses. Customers see lost, stolen and fraudulent cards as declined.
      </Paragraph>
      <div className="overflow-hidden rounded-card border border-border bg-surface">
        <Table caption="Test cards" head={['Number', 'Brand', 'Outcome']}>
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
  /** The explorer's URL; null if there is no store, undefined if the explorer is disabled. */
  explorer: string | null | undefined;
}

/** Introduces the GraphQL API. */
export function GraphQl({ query, explorer }: GraphQlProps) {
  return (
    <GuideSection id="graphql" title="GraphQL">
      <Paragraph>
        Read stores, products, orders, payments and more with <Code>POST /v1/graphql</Code>, with filters, counts and
        cursor pagination. It accepts the same credentials as actions. An API key reads the merchant’s stores in its
        environment, a store slug the public data of one store, and a session token one customer’s orders.
      </Paragraph>
      <CodeSample text={query} label="GraphQL query" />
      <Paragraph>
        Automatic persisted queries are supported by <Code>POST</Code>, for example with Apollo and urql. The client
        sends the query’s SHA-256 in <Code>extensions.persistedQuery</Code>, and sends the full query if the response is{' '}
        <Code>PersistedQueryNotFound</Code>. Each server instance caches queries separately.
      </Paragraph>
      {explorer !== undefined && (
        <Paragraph>
          Browse the schema and run queries in the{' '}
          {explorer ? (
            <a href={explorer}>GraphQL explorer</a>
          ) : (
            <>
              GraphQL explorer at <Code>/v1/graphql?slug=your-store</Code>
            </>
          )}
          .
        </Paragraph>
      )}
    </GuideSection>
  );
}
