'use client';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tabs } from '../../ui/tabs.tsx';

/**
 * An email as a mail program shows it, and as plain text. The frame runs no scripts and loads nothing but pictures; its
 * links open beside it. Its origin is this page's only so that its height can be measured.
 */
export function EmailContent({ html, text, subject }: { html: string | null; text: string; subject: string }) {
  const plain = <CodeBlock text={text} label="Plain text" className="max-h-[44rem] whitespace-pre-wrap" />;
  if (html === null) return plain;
  const frame = (
    <iframe
      title={subject}
      srcDoc={html}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget: element }) => {
        const height = element.contentDocument?.documentElement.scrollHeight;
        if (height) element.style.height = `${height + 2}px`;
      }}
      className="h-[44rem] w-full rounded-control border border-border bg-white"
    />
  );
  return (
    <Tabs
      label="How to read it"
      tabs={[
        { value: 'html', label: 'As sent', content: frame },
        { value: 'text', label: 'Plain text', content: plain },
      ]}
    />
  );
}
