'use client';
import { useEffect, useRef } from 'react';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Tabs } from '#components/ui/tabs.tsx';

/** Sets the frame's height to the height of its content. */
function fitFrame(frame: HTMLIFrameElement): void {
  const height = frame.contentDocument?.documentElement.scrollHeight;
  if (height) frame.style.height = `${height + 2}px`;
}

/** The email's frame. A server-rendered frame may load before hydration, so the effect also fits it. */
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
 * An email as HTML and as plain text. The frame runs no scripts, loads only pictures and opens links in a new tab. It
 * shares the page's origin only to measure its height.
 */
export function EmailContent({ html, text, subject }: { html: string | null; text: string; subject: string }) {
  const plain = <CodeBlock text={text} label="Plain text" className="max-h-[44rem] whitespace-pre-wrap" />;
  if (html === null) return plain;
  return (
    <Tabs
      label="Format"
      tabs={[
        { value: 'html', label: 'HTML', content: <EmailFrame html={html} subject={subject} /> },
        { value: 'text', label: 'Plain text', content: plain },
      ]}
    />
  );
}
