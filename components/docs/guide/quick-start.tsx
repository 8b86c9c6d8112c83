import type { QuickStart as Steps } from '#server/docs/guide.ts';
import { CodeSample } from '../code-sample.tsx';
import { ExampleTabs } from '../example-tabs.tsx';
import { Code, GuideSection, Paragraph } from '../prose.tsx';

/** From nothing to a checkout that can be paid. */
export function QuickStart({ steps }: { steps: Steps }) {
  return (
    <GuideSection id="quick-start" title="First signed call">
      <Paragraph>
        Your backend signs every call with a private key. Three steps lead from nothing to a checkout link that can be
        paid with a test card.
      </Paragraph>
      <ol className="flex list-none flex-col gap-8">
        <Step number={1} title="Get a merchant, a store and a key">
          <Paragraph>
            In this project’s folder, on the machine that runs it. The private keys are shown this once, so keep{' '}
            <Code>merchant.json</Code> out of version control.
          </Paragraph>
          <CodeSample text={steps.create} label="the command that makes a merchant" />
          <Paragraph>
            Or <a href="/sign-up">sign up</a>, open a store and make a key under “API keys” in the{' '}
            <a href="/dashboard">dashboard</a>: the pair is made in your browser, the private half is yours to download,
            and the page shows the merchant id.
          </Paragraph>
        </Step>
        <Step number={2} title="Make the call">
          <Paragraph>
            The TypeScript program makes a product and a checkout link for it; Node 22.18 or newer runs it as it is. The
            shell script makes the product with curl and openssl. Save it beside <Code>merchant.json</Code> as{' '}
            <Code>first-call.ts</Code> or <Code>first-call.sh</Code>, and run <Code>{steps.runProgram}</Code> or{' '}
            <Code>{steps.runScript}</Code>.
          </Paragraph>
          <ExampleTabs
            name="quick-start"
            label="the first call"
            samples={[
              { value: 'typescript-apiKey', label: 'first-call.ts', code: steps.program },
              { value: 'curl-apiKey', label: 'first-call.sh', code: steps.script },
            ]}
          />
        </Step>
        <Step number={3} title="Pay, and look at the order">
          <Paragraph>
            Open the address that was printed, pay with the <a href="#test-cards">test card</a>{' '}
            <Code>4242 4242 4242 4242</Code>, any date to come and any code. The order is in the dashboard, in the
            store’s test environment. No money moves.
          </Paragraph>
        </Step>
      </ol>
    </GuideSection>
  );
}

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
