import { clsx } from 'clsx';

/** Lines to be read or copied as they are. They scroll in their box, so the keyboard can reach it. */
export function CodeBlock({ text, label, className }: { text: string; label: string; className?: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached without a pointer
      tabIndex={0}
      className={clsx('overflow-auto rounded-control border border-border bg-sunken', className)}
    >
      <pre className="w-max p-4 font-mono text-xs leading-relaxed">{text}</pre>
    </section>
  );
}
