import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import type { workedExample } from '#server/docs/guide.ts';
import { CodeSample } from '../code-sample.tsx';
import { Code, GuideSection, Paragraph, Points } from '../prose.tsx';

/** The signature, step by step, with numbers to compare one's own with. */
export function Signing({ example, lines }: { example: typeof workedExample; lines: readonly string[] }) {
  return (
    <GuideSection id="signing" title="Signing a request">
      <Paragraph>A request is signed with RSA-SHA256 (PKCS#1 v1.5). What is signed is four lines:</Paragraph>
      <CodeSample text={'METHOD\nPATH\nTIMESTAMP\nBODY_HASH'} label="the form of a canonical request" />
      <Points>
        <li>
          <Code>METHOD</Code> in capitals: <Code>POST</Code>.
        </li>
        <li>
          <Code>PATH</Code> without host and without query: <Code>{example.path}</Code>.
        </li>
        <li>
          <Code>TIMESTAMP</Code>: Unix time in seconds, the same as in <Code>X-Timestamp</Code>, within 5 minutes of the
          service’s clock.
        </li>
        <li>
          <Code>BODY_HASH</Code>: Base64 of the SHA-256 of the body, of exactly the bytes that are sent. Serialize once,
          and hash and send the same text.
        </li>
        <li>Single line feeds between the four, none at the end.</li>
      </Points>
      <Paragraph>
        The signature goes, in Base64, into <Code>X-Signature</Code>, the merchant’s id into <Code>X-Merchant-Id</Code>.
      </Paragraph>
      <h3 className="mt-2 font-semibold">A worked example</h3>
      <div className="rounded-card border border-border bg-surface p-4 sm:p-5">
        <DefinitionList>
          <Definition term="Body">
            <Code>{example.body}</Code>
          </Definition>
          <Definition term="Its SHA-256, Base64">
            <Code>{example.bodyHash}</Code>
          </Definition>
          <Definition term="Canonical request">
            <pre className="font-mono text-[0.8125rem] leading-relaxed [overflow-wrap:anywhere] whitespace-pre-wrap">
              {lines.join('\n')}
            </pre>
          </Definition>
          <Definition term="Its SHA-256, hex">
            <Code>{example.digest}</Code>
          </Definition>
        </DefinitionList>
      </div>
      <Paragraph>
        If your code gets the last number, everything before the key is right. What is left is{' '}
        <Code>openssl dgst -sha256 -sign counterfoil-test.pem</Code> or <Code>crypto.sign('RSA-SHA256', …)</Code> over
        the canonical request, not over its hash.
      </Paragraph>
      <h3 id="signature-doctor" className="mt-2 scroll-mt-16 font-semibold">
        When it says <Code>Invalid signature</Code>
      </h3>
      <Paragraph>
        The answer to a wrong merchant, key, signature or timestamp is always the same 401. With a key of the{' '}
        <strong className="font-semibold">test</strong> environment there is more: where the signature was made with
        your key but over the wrong text, the error’s <Code>aiHint</Code> names the mistake, for example a hex body
        hash, a timestamp in milliseconds, or a trailing line feed. There is no hint for keys of the prod environment,
        and none for signatures that no key of yours has made.
      </Paragraph>
    </GuideSection>
  );
}
