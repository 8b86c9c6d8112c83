import { CodeSample } from '../code-sample.tsx';
import { GuideSection, Inline, Paragraph } from '../prose.tsx';

export interface ShownStep {
  readonly id: string;
  readonly title: string;
  readonly text: readonly string[];
  /** The request or query as text, with a link to its reference. */
  readonly sample?: {
    readonly label: string;
    readonly code: string;
    readonly href: string;
    readonly linkLabel: string;
  };
}

/** The numbered steps of a guide. */
export const GuideSteps = ({ steps }: { steps: readonly ShownStep[] }) => (
  <div className="flex flex-col gap-10">
    {steps.map(({ id, title, text, sample }, index) => (
      <GuideSection key={id} id={id} title={`${index + 1}. ${title}`}>
        {text.map((paragraph) => (
          <Paragraph key={paragraph}>
            <Inline text={paragraph} />
          </Paragraph>
        ))}
        {sample && (
          <>
            <CodeSample text={sample.code} label={sample.label} />
            <Paragraph>
              See <a href={sample.href}>{sample.linkLabel}</a> in the reference.
            </Paragraph>
          </>
        )}
      </GuideSection>
    ))}
  </div>
);
