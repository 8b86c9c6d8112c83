import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { isReadableMarkdown } from './markdown-bounds.ts';

/** Renders every heading level as h3: merchants choose levels by size. */
function Heading({ children }: { children?: ReactNode }) {
  return <h3>{children}</h3>;
}

/** Opens links in a new tab, away from the payment, without endorsing them. */
const parts: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  img: ({ alt }) => alt,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
};

const look =
  'flex flex-col gap-3 leading-relaxed break-words [&_a]:text-link [&_a]:underline [&_a]:underline-offset-2 ' +
  '[&_h3]:mt-2 [&_h3]:font-semibold [&_ul]:list-disc [&_ol]:list-decimal ' +
  '[&_:is(ul,ol)]:ps-5 [&_li]:my-1 [&_blockquote]:border-s-2 [&_blockquote]:border-control [&_blockquote]:ps-3 ' +
  '[&_pre]:whitespace-pre-wrap [&_pre]:rounded-control [&_pre]:bg-sunken [&_pre]:p-3 [&_code]:font-mono [&_code]:text-sm ' +
  '[&_hr]:border-border';

/** A product's description. Raw HTML stays text; images are replaced by their alt text. */
export function Markdown({ text }: { text: string }) {
  if (!isReadableMarkdown(text)) return <p className="leading-relaxed break-words whitespace-pre-wrap">{text}</p>;
  return (
    <div className={look}>
      <ReactMarkdown components={parts}>{text}</ReactMarkdown>
    </div>
  );
}
