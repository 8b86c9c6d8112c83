import { CodeBlock } from '#components/ui/code-block.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';

interface CodeSampleProps {
  text: string;
  label: string;
  isShort?: boolean;
}

/** A code block with a copy button. A short block scrolls after 20rem. */
export function CodeSample({ text, label, isShort = false }: CodeSampleProps) {
  return (
    <div className="relative min-w-0">
      <CodeBlock text={text} label={label} className={`${isShort ? 'max-h-80' : 'max-h-[34rem]'} pe-12`} />
      <CopyButton value={text} label={label} compact className="absolute! end-2 top-2 bg-surface" />
    </div>
  );
}
