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

/** Explains object IDs. */
export function Identifiers() {
  return (
    <GuideSection id="identifiers" title="Identifiers">
      <Paragraph>
        Most IDs consist of a prefix and a UUID in base62 (22 characters). Requests also accept the plain UUID.
        Responses always contain the short form.
      </Paragraph>
      <div className="max-w-md overflow-hidden rounded-card border border-border bg-surface">
        <Table caption="ID prefixes" head={['Prefix', 'Object']}>
          {prefixes.map(([prefix, noun]) => (
            <Row key={prefix}>
              <Cell>
                <Code>{prefix}_xxx</Code>
              </Cell>
              <Cell label="Object">{noun}</Cell>
            </Row>
          ))}
        </Table>
      </div>
      <Paragraph>Checkout sessions, plan groups, webhooks and API keys have plain UUIDs.</Paragraph>
    </GuideSection>
  );
}

/** Explains amounts and currencies. */
export function Money() {
  return (
    <GuideSection id="money" title="Money">
      <Paragraph>
        Amounts have a currency, given as a three-letter ISO 4217 code, and as many decimals as that currency.
      </Paragraph>
      <Points>
        <li>
          Sent as an <strong className="font-semibold">integer</strong> the amount is in the smallest unit:{' '}
          <Code>2900</Code> in USD is $29.00, and <Code>4500</Code> in JPY is ¥4,500.
        </li>
        <li>
          Sent as a <strong className="font-semibold">string</strong> the amount is decimal: <Code>"29.00"</Code>,{' '}
          <Code>"4500"</Code>, or <Code>"1.500"</Code> in KWD. Too many decimals are rejected.
        </li>
        <li>
          Responses contain decimal strings with all digits. Only <Code>preview-tax</Code> returns numbers.
        </li>
        <li>
          A price can include tax (<Code>taxIncluded</Code>, default <Code>false</Code>) and has a tax category (
          <Code>taxCategory</Code>, default <Code>digital_goods</Code>).
        </li>
      </Points>
    </GuideSection>
  );
}
