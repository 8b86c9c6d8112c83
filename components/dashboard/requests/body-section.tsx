import { CardSection } from '#components/ui/card.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';

/** A masked body as JSON, or the reason for its absence. */
export function BodySection({ title, body, absence }: { title: string; body: unknown; absence: string }) {
  const text = body === null ? '' : JSON.stringify(body, null, 2);
  return (
    <CardSection
      title={title}
      action={text && <CopyButton value={text} label={title.toLowerCase()} compact variant="ghost" />}
    >
      {text ? (
        <CodeBlock text={text} label={`${title} body`} className="max-h-[32rem]" />
      ) : (
        <p className="text-sm text-muted">{absence}</p>
      )}
    </CardSection>
  );
}
