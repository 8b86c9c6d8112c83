import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import type { workedExample } from '#server/docs/guide.ts';
import { CodeSample } from '../code-sample.tsx';
import { Code, GuideSection, Paragraph, Points } from '../prose.tsx';

/** Explains request signing, with values to compare against. */
export function Signing({ example, lines }: { example: typeof workedExample; lines: readonly string[] }) {
  return (
    <GuideSection id="signing" title="Request signing">
      <Paragraph>Sign requests with RSA-SHA256 (PKCS#1 v1.5) over four lines, the canonical request:</Paragraph>
      <CodeSample text={'METHOD\nPATH\nTIMESTAMP\nBODY_HASH'} label="canonical request format" />
      <Points>
        <li>
          <Code>METHOD</Code>: uppercase, <Code>POST</Code>.
        </li>
        <li>
          <Code>PATH</Code>: without host and query string, such as <Code>{example.path}</Code>.
        </li>
        <li>
          <Code>TIMESTAMP</Code>: Unix time in seconds, as in <Code>X-Timestamp</Code>, within 5 minutes of the server’s
          clock.
        </li>
        <li>
          <Code>BODY_HASH</Code>: Base64 of the SHA-256 of the exact bytes of the body. Serialize the body once, then
          hash and send the same text.
        </li>
        <li>Join the lines with single line feeds, without a trailing one.</li>
      </Points>
      <Paragraph>
        Send the Base64 signature in <Code>X-Signature</Code> and the merchant ID in <Code>X-Merchant-Id</Code>.
      </Paragraph>
      <h3 className="mt-2 font-semibold">Example</h3>
      <div className="rounded-card border border-border bg-surface p-4 sm:p-5">
        <DefinitionList>
          <Definition term="Body">
            <Code>{example.body}</Code>
          </Definition>
          <Definition term="SHA-256 of the body (Base64)">
            <Code>{example.bodyHash}</Code>
          </Definition>
          <Definition term="Canonical request">
            <pre className="font-mono text-[0.8125rem] leading-relaxed [overflow-wrap:anywhere] whitespace-pre-wrap">
              {lines.join('\n')}
            </pre>
          </Definition>
          <Definition term="SHA-256 of the canonical request (hex)">
            <Code>{example.digest}</Code>
          </Definition>
        </DefinitionList>
      </div>
      <Paragraph>
        If your code computes the same final value, your canonical request is correct. Sign the canonical request
        itself, not its hash, with <Code>openssl dgst -sha256 -sign counterfoil-test.pem</Code> or{' '}
        <Code>crypto.sign('RSA-SHA256', …)</Code>.
      </Paragraph>
      <h3 id="signature-doctor" className="mt-2 scroll-mt-16 font-semibold">
        Debug <Code>Invalid signature</Code>
      </h3>
      <Paragraph>
        A wrong merchant ID, key, signature or timestamp returns the same 401. With a{' '}
        <strong className="font-semibold">test</strong> key, the error’s <Code>aiHint</Code> names the mistake if your
        key signed the wrong text, for example a hex body hash, a timestamp in milliseconds or a trailing line feed.
        There are no hints for <Code>prod</Code> keys or for signatures from unknown keys.
      </Paragraph>
    </GuideSection>
  );
}
