import { Cell, Row, Table } from '#components/ui/table.tsx';
import { Code, GuideSection, Paragraph, Points } from '../prose.tsx';

const prefixes = [
  ['MER', 'merchant'],
  ['STO', 'store'],
  ['PROD', 'product'],
  ['ORD', 'order'],
  ['PAY', 'payment'],
  ['TKT', 'verification ticket'],
] as const;

/** What ids look like. */
export function Identifiers() {
  return (
    <GuideSection id="identifiers" title="Identifiers">
      <Paragraph>
        Most ids are a prefix and 22 letters and digits: the UUID of the row in base62. Where such an id is asked for,
        the bare UUID does as well; responses always show the short form.
      </Paragraph>
      <div className="max-w-md overflow-hidden rounded-card border border-border bg-surface">
        <Table caption="Prefixes of ids" head={['Prefix', 'Of a']}>
          {prefixes.map(([prefix, noun]) => (
            <Row key={prefix}>
              <Cell>
                <Code>{prefix}_xxx</Code>
              </Cell>
              <Cell label="Of a">{noun}</Cell>
            </Row>
          ))}
        </Table>
      </div>
      <Paragraph>Checkout sessions, product groups, webhooks and API keys have bare UUIDs.</Paragraph>
    </GuideSection>
  );
}

/** What amounts look like. */
export function Money() {
  return (
    <GuideSection id="money" title="Money">
      <Paragraph>
        An amount belongs to a currency, an ISO 4217 code of three capitals, and has as many decimals as that currency.
      </Paragraph>
      <Points>
        <li>
          Sent as an <strong className="font-semibold">integer</strong> it is in the smallest unit: <Code>2900</Code> in
          USD is 29 dollars, <Code>4500</Code> in JPY is 4,500 yen.
        </li>
        <li>
          Sent as a <strong className="font-semibold">string</strong> it is as people write it: <Code>"29.00"</Code>,{' '}
          <Code>"4500"</Code>, <Code>"1.500"</Code> in KWD. More decimals than the currency has are refused.
        </li>
        <li>
          Responses show the string, with all of its decimals; only <Code>preview-tax</Code> answers in numbers.
        </li>
        <li>
          A price says whether it includes tax (<Code>taxIncluded</Code>, unless told otherwise it does not) and what is
          sold (<Code>taxCategory</Code>, <Code>digital_goods</Code> unless told otherwise).
        </li>
      </Points>
    </GuideSection>
  );
}
