import { Cell, Row, Table } from '#components/ui/table.tsx';
import { Code, GuideSection, Paragraph, Points } from '../prose.tsx';

const callers = [
  {
    title: 'API key',
    description: 'Your backend. Full access to your stores.',
    headers: ['X-Merchant-Id', 'X-Timestamp', 'X-Signature'],
  },
  {
    title: 'Store slug',
    description: 'A public web page. Creates checkouts without a secret.',
    headers: ['X-Store-Slug', 'X-Environment'],
  },
  {
    title: 'Session token',
    description: 'One customer of one store. Short-lived access to their own orders.',
    headers: ['Authorization: Bearer …', 'X-Environment'],
  },
] as const;

/** Explains the credentials and environments. */
export function Callers({ sessionTokenMinutes }: { sessionTokenMinutes: string }) {
  return (
    <>
      <GuideSection id="authentication" title="Authentication">
        <Paragraph>
          There are three kinds of credentials. Each endpoint lists the ones it accepts. Other credentials return 403{' '}
          <Code>Insufficient permissions</Code>. Missing headers return 400 <Code>Missing authentication</Code>.
        </Paragraph>
        <div className="overflow-hidden rounded-card border border-border bg-surface">
          <Table caption="Credentials" head={['Credential', 'Use', 'Headers']}>
            {callers.map(({ title, description, headers }) => (
              <Row key={title}>
                <Cell className="font-medium whitespace-nowrap md:align-top">{title}</Cell>
                <Cell className="text-muted md:align-top">{description}</Cell>
                <Cell label="Headers" className="md:align-top">
                  <span className="flex flex-col items-start gap-1 whitespace-nowrap max-md:items-end">
                    {headers.map((header) => (
                      <Code key={header}>{header}</Code>
                    ))}
                  </span>
                </Cell>
              </Row>
            ))}
          </Table>
        </div>
        <Points>
          <li>
            An API key works until it expires or is deleted. Both take effect immediately on all instances. In the
            dashboard, limit a key to what your backend does: <Code>read</Code>, <Code>sell</Code>, <Code>refund</Code>{' '}
            or <Code>administer</Code>, and to its networks. Each endpoint names the scope that it needs; GraphQL needs{' '}
            <Code>read</Code>.
          </li>
          <li>
            Create a session token with <a href="/docs/auth#issue-session-token">auth/issue-session-token</a>. It
            expires after {sessionTokenMinutes} and is bound to a <Code>buyerIdentity</Code> and the environment of your
            key.
          </li>
          <li>Never put a private key into a browser or an app. Use a store slug or a session token there.</li>
        </Points>
      </GuideSection>
      <GuideSection id="environments" title="Environments">
        <Paragraph>
          There are two environments: <Code>test</Code> and <Code>prod</Code> (live mode in the dashboard). Create
          products in <Code>test</Code> and publish them. Orders, sessions and keys belong to one environment. No money
          moves in <Code>test</Code>.
        </Paragraph>
        <Points>
          <li>
            Each API key belongs to one environment. A signed call runs in the environment of its key. The{' '}
            <Code>X-Environment</Code> header is not needed; a different value is ignored with a warning.
          </li>
          <li>
            A store slug or session token requires the header with <Code>test</Code> or <Code>prod</Code>. A token of
            the other environment returns 401 <Code>Invalid or expired token</Code>.
          </li>
          <li>
            A test key cannot change live data: members, roles, ownership and live webhooks return 403{' '}
            <Code>Insufficient permissions</Code>. <Code>update-store</Code>, <Code>delete-store</Code>,{' '}
            <Code>publish-product</Code> and <Code>publish-group</Code> accept either key, and the store owner is
            notified by email when a test key is used.
          </li>
          <li>
            <Code>publish-product</Code> affects both environments and rejects the header.
          </li>
        </Points>
      </GuideSection>
    </>
  );
}
