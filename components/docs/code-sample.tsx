import { CodeBlock } from '#components/ui/code-block.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';

/** A code block with a copy button. */
export function CodeSample({ text, label, className }: { text: string; label: string; className?: string }) {
  return (
    <div className={`relative min-w-0 ${className ?? ''}`}>
      <CodeBlock text={text} label={label} className="max-h-[34rem] pe-12" />
      <CopyButton value={text} what={label} compact className="absolute! end-2 top-2 bg-surface" />
    </div>
  );
}
