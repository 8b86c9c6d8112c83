import { clsx } from 'clsx';

/** Preformatted text in a scrollable box. */
export function CodeBlock({ text, label, className }: { text: string; label: string; className?: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box has to be focusable by keyboard
      tabIndex={0}
      className={clsx('overflow-auto rounded-control border border-border bg-sunken', className)}
    >
      <pre className="w-max p-4 font-mono text-xs leading-relaxed">{text}</pre>
    </section>
  );
}
