import { Cell, Row, Table } from '#components/ui/table.tsx';
import { Code, GuideSection, Paragraph, Points } from '../prose.tsx';

const callers = [
  {
    title: 'API key',
    who: 'Your backend. Everything that manages a store.',
    headers: ['X-Merchant-Id', 'X-Timestamp', 'X-Signature'],
  },
  {
    title: 'Store slug',
    who: 'A page in a browser, in public: starts a checkout. Knows no secret.',
    headers: ['X-Store-Slug', 'X-Environment'],
  },
  {
    title: 'Session token',
    who: 'One customer of one store, for a short time: their own orders.',
    headers: ['Authorization: Bearer …', 'X-Environment'],
  },
] as const;

/** The three kinds of caller, and the two environments. */
export function Callers({ sessionTokenMinutes }: { sessionTokenMinutes: string }) {
  return (
    <>
      <GuideSection id="authentication" title="Authentication">
        <Paragraph>
          There are three kinds of caller. Each endpoint says which may call it; a credential of another kind gets 403{' '}
          <Code>Insufficient permissions</Code>, an incomplete set of headers 400 <Code>Missing authentication</Code>.
        </Paragraph>
        <div className="overflow-hidden rounded-card border border-border bg-surface">
          <Table caption="Kinds of caller" head={['Caller', 'Who', 'Headers']}>
            {callers.map(({ title, who, headers }) => (
              <Row key={title}>
                <Cell className="font-medium whitespace-nowrap md:align-top">{title}</Cell>
                <Cell className="text-muted md:align-top">{who}</Cell>
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
          <li>An API key works until it is deleted; the next request signed with it then fails, on every instance.</li>
          <li>
            A session token comes from <a href="/docs/auth#issue-session-token">auth/issue-session-token</a>, is good
            for {sessionTokenMinutes}, and carries the <Code>buyerIdentity</Code> that you gave it and the environment
            of your key.
          </li>
          <li>
            Never put a private key into a browser or an app: what they need, a store slug or a session token can do.
          </li>
        </Points>
      </GuideSection>
      <GuideSection id="environments" title="Environments">
        <Paragraph>
          Everything happens in <Code>test</Code> or in <Code>prod</Code>. Products are built in test and published;
          orders, sessions and keys belong to one of the two and are not seen from the other. In test no money moves.
        </Paragraph>
        <Points>
          <li>
            An API key was made for one environment: the key that verifies the signature decides. The header{' '}
            <Code>X-Environment</Code> is not needed; one that differs is ignored, with a warning.
          </li>
          <li>
            A store slug or a session token needs the header, <Code>test</Code> or <Code>prod</Code>. A token of the
            other environment gets 401 <Code>Invalid or expired token</Code>.
          </li>
          <li>
            A test key changes nothing in prod: members, roles, hand-over and webhooks of prod get 403{' '}
            <Code>Insufficient permissions</Code>. <Code>update-store</Code>, <Code>delete-store</Code>,{' '}
            <Code>publish-product</Code> and <Code>publish-group</Code> take either key, and the store’s owner is
            emailed about what a test key did.
          </li>
          <li>
            <Code>publish-product</Code> concerns both environments, and refuses the header.
          </li>
        </Points>
      </GuideSection>
    </>
  );
}
