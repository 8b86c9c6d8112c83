'use client';
import { useEffect, useRef } from 'react';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Tabs } from '#components/ui/tabs.tsx';

/** Makes a frame as high as what it shows. */
function fitFrame(frame: HTMLIFrameElement): void {
  const height = frame.contentDocument?.documentElement.scrollHeight;
  if (height) frame.style.height = `${height + 2}px`;
}

/** The frame of an email. One that the server rendered may have loaded before the page listens for that. */
function EmailFrame({ html, subject }: { html: string; subject: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const adjust = () => frame.current?.contentDocument?.readyState === 'complete' && fitFrame(frame.current);
    adjust();
    window.addEventListener('resize', adjust);
    return () => window.removeEventListener('resize', adjust);
  }, []);
  return (
    <iframe
      ref={frame}
      title={subject}
      srcDoc={html}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget }) => fitFrame(currentTarget)}
      className="h-[44rem] w-full rounded-control border border-border bg-white"
    />
  );
}

/**
 * An email as a mail program shows it, and as plain text. The frame runs no scripts and loads nothing but pictures; its
 * links open beside it. Its origin is this page's only so that its height can be measured.
 */
export function EmailContent({ html, text, subject }: { html: string | null; text: string; subject: string }) {
  const plain = <CodeBlock text={text} label="Plain text" className="max-h-[44rem] whitespace-pre-wrap" />;
  if (html === null) return plain;
  return (
    <Tabs
      label="How to read it"
      tabs={[
        { value: 'html', label: 'As sent', content: <EmailFrame html={html} subject={subject} /> },
        { value: 'text', label: 'Plain text', content: plain },
      ]}
    />
  );
}
