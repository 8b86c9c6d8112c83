import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Renders text with `code` in backticks and `[links](/docs)`. */
export function Inline({ text }: { text: string }) {
  return text.split(/(`[^`]*`|\[[^\]]*\]\([^)]*\))/).map((part, index) => {
    const [, label, href] = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(part) ?? [];
    if (href !== undefined) {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
        <a key={index} href={href}>
          {label}
        </a>
      );
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    return part.length > 1 && part.startsWith('`') ? <Code key={index}>{part.slice(1, -1)}</Code> : part;
  });
}

/** Inline code. */
export const Code = ({ children }: { children: ReactNode }) => <code className="inline-code">{children}</code>;

/** A section heading with an anchor link. */
export function AnchorHeading({ id, title, className }: { id: string; title: string; className?: string }) {
  return (
    <div className="group flex items-baseline gap-2">
      <h2
        id={`${id}-title`}
        className={clsx('min-w-0 text-xl font-semibold tracking-tight [overflow-wrap:anywhere]', className)}
      >
        {title}
      </h2>
      <a
        href={`#${id}`}
        aria-label={`Link to ${title}`}
        className="rounded-control px-1 text-lg text-muted opacity-0 transition-opacity group-hover:opacity-100 hover:text-link focus-visible:opacity-100"
      >
        #
      </a>
    </div>
  );
}

/** A section of a guide. */
export function GuideSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-20 border-t border-border pt-8 lg:scroll-mt-8"
    >
      <AnchorHeading id={id} title={title} />
      <div className="mt-4 flex flex-col gap-4 text-[0.9375rem] leading-relaxed [&_a]:text-link [&_a]:underline [&_a]:underline-offset-2">
        {children}
      </div>
    </section>
  );
}

/** A paragraph with a readable line length. */
export const Paragraph = ({ children }: { children: ReactNode }) => <p className="max-w-prose">{children}</p>;

/** A bulleted list. */
export const Points = ({ children }: { children: ReactNode }) => (
  <ul className="flex max-w-prose list-disc flex-col gap-1.5 ps-5 marker:text-muted">{children}</ul>
);
