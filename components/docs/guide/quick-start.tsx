import type { QuickStart } from '#server/docs/quick-starts/index.ts';
import { CodeSample } from '../code-sample.tsx';
import { ExampleTabs } from '../example-tabs.tsx';
import { Code, GuideSection, Inline, Paragraph, Points } from '../prose.tsx';

interface QuickStartProps {
  createCommand: string;
  programs: readonly QuickStart[];
}

/** The quickstart: from an empty server to a paid checkout link. */
export function QuickStartSection({ createCommand, programs }: QuickStartProps) {
  return (
    <GuideSection id="quick-start" title="Quickstart">
      <Paragraph>
        Create a product and a checkout link with signed API calls, and pay the link with a test card.
      </Paragraph>
      <ol className="flex list-none flex-col gap-8">
        <Step number={1} title="Create a merchant, a store and API keys">
          <Paragraph>
            Run this command in the project’s folder on the server. The private keys are shown once, so keep{' '}
            <Code>merchant.json</Code> out of version control.
          </Paragraph>
          <CodeSample text={createCommand} label="command that creates a merchant" />
          <Paragraph>
            Or <a href="/sign-up">sign up</a>, create a store, and create a key under “API keys” in the{' '}
            <a href="/dashboard">dashboard</a>. The page shows your merchant ID, and you download the private key.
          </Paragraph>
        </Step>
        <Step number={2} title="Create a checkout link">
          <Paragraph>
            Save the program next to <Code>merchant.json</Code> and run it. It prints a checkout link.
          </Paragraph>
          <ExampleTabs
            name="quick-start"
            label="quickstart"
            samples={programs.map(({ language, label, code }) => ({ value: tabOf(language), label, code }))}
          />
          <Points>
            {programs.map(({ language, label, file, run, requires }) => (
              <li key={language}>
                {label}: save as <Code>{file}</Code> and run <Code>{run}</Code>. Requires <Inline text={requires} />.
              </li>
            ))}
          </Points>
        </Step>
        <Step number={3} title="Pay the link">
          <Paragraph>
            Open the link and pay with the <a href="#test-cards">test card</a> <Code>4242 4242 4242 4242</Code>, any
            future expiration date and any CVC. No money moves. The order appears in the dashboard in test mode.
          </Paragraph>
          <Paragraph>
            Next, follow a guide, such as <a href="/docs/guides/sell-once">Sell a one-time product</a>.
          </Paragraph>
        </Step>
      </ol>
    </GuideSection>
  );
}

/** The tab's value. Tabs with the value of another example's tab are selected together. */
const tabOf = (language: QuickStart['language']): string =>
  language === 'curl' ? 'curl-apiKey' : language === 'javascript' ? 'typescript-apiKey' : `receiver-${language}`;

function Step({ number, title, children }: { number: number; title: string; children: React.ReactNode }) {
  return (
    <li className="flex min-w-0 flex-col gap-3">
      <h3 className="flex items-center gap-3 font-semibold">
        <span className="grid size-7 shrink-0 place-items-center rounded-full bg-primary text-sm text-on-primary">
          <span className="sr-only">Step </span>
          {number}
        </span>
        {title}
      </h3>
      {children}
    </li>
  );
}
