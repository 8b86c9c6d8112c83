'use client';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';

const devices = { phone: { width: 390, height: 664 }, desktop: { width: 1280, height: 800 } } as const;
export type Device = keyof typeof devices;

interface PreviewFrameProps {
  /** The document; undefined until the first one has loaded. */
  html: string | undefined;
  /** The frame's accessible name. A change scrolls the frame to the top. */
  title: string;
  device: Device;
}

/**
 * A page at a device's width, scaled to fit. It is loaded once and then updated in place, which avoids flashes and keeps
 * the scroll position. The sandbox blocks scripts; `allow-same-origin` gives this page access to the document.
 */
export function PreviewFrame({ html, title, device }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [initialHtml, setInitialHtml] = useState<string>();
  const [isLoaded, setLoaded] = useState(false);
  const [available, setAvailable] = useState<number>();
  if (html !== undefined && initialHtml === undefined) setInitialHtml(html);

  useEffect(() => {
    const page = isLoaded && frame.current?.contentDocument;
    if (page && html !== undefined) replacePage(page, html);
  }, [isLoaded, html]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title decides when to scroll
  useEffect(() => {
    frame.current?.contentWindow?.scrollTo(0, 0);
  }, [title]);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  const { width, height } = devices[device];
  const scale = Math.min(1, (available ?? width) / width);
  return (
    <div ref={box} className="w-full">
      <div
        className="mx-auto overflow-hidden rounded-card border border-control bg-sunken"
        style={{ width: width * scale, height: height * scale }}
      >
        {initialHtml !== undefined && available !== undefined && (
          <iframe
            ref={frame}
            title={title}
            srcDoc={initialHtml}
            sandbox="allow-same-origin"
            onLoad={() => setLoaded(true)}
            className={clsx('origin-top-left border-0', !isLoaded && 'invisible')}
            style={{ width, height, transform: `scale(${scale})` }}
          />
        )}
      </div>
    </div>
  );
}

/** Updates the page to match the document, changing only what differs. */
function replacePage(page: Document, html: string): void {
  const next = new DOMParser().parseFromString(html, 'text/html');
  for (const name of ['lang', 'dir', 'data-theme']) {
    const value = next.documentElement.getAttribute(name);
    if (value !== null) page.documentElement.setAttribute(name, value);
  }
  replaceContent(page.head.querySelector('style'), next.head.querySelector('style'));
  replaceContent(page.getElementById('root'), next.getElementById('root'));
}

function replaceContent(old: Element | null, next: Element | null): void {
  if (!old || !next || old.innerHTML === next.innerHTML) return;
  old.replaceChildren(...next.childNodes);
}
