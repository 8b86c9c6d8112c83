import Markdown from 'react-markdown';
import { isReadableMarkdown } from '../../checkout/markdown-bounds.ts';

/** A description as buyers see it. Raw HTML in it is shown as text, and only web addresses become links. */
export function Description({ text }: { text: string }) {
  if (!isReadableMarkdown(text)) return <p className="max-w-prose text-sm break-words whitespace-pre-wrap">{text}</p>;
  return (
    <div className="flex max-w-prose flex-col gap-3 text-sm break-words [&_a]:text-link [&_a]:underline [&_code]:font-mono [&_h1]:text-base [&_h1]:font-semibold [&_h2]:text-base [&_h2]:font-semibold [&_h3]:font-semibold [&_img]:max-w-full [&_li]:ms-5 [&_ol]:list-decimal [&_pre]:overflow-x-auto [&_ul]:list-disc">
      {/* A page has one h1 of its own; a description's headings go below it. */}
      <Markdown components={{ h1: 'h3', h2: 'h3', h3: 'h4' }}>{text}</Markdown>
    </div>
  );
}
