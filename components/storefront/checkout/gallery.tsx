import { ImageOff, Play } from 'lucide-react';
import { Picture } from '#components/ui/picture.tsx';
import type { MediaItem } from '#server/catalog/rules/product.ts';
import { useSay } from '../page/page-context.tsx';

/** Whether the browser can play the file. Any other video URL is opened as a page. */
const isFilm = (url: string): boolean => /\.(?:mp4|m4v|webm|ogv|mov)(?:[?#]|$)/i.test(url);

/** A product's images and videos, side by side. The boxes have a fixed size, so that the layout does not shift. */
export function Gallery({ media, product }: { media: readonly MediaItem[]; product: string }) {
  const say = useSay();
  return (
    <section
      aria-label={say('summary.media', { product })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be focusable by keyboard
      tabIndex={0}
      className="-mx-4 snap-x snap-mandatory overflow-x-auto px-4 sm:mx-0 sm:scroll-px-0 sm:px-0 rounded-card scroll-px-4"
    >
      <ul className="flex gap-3">
        {media.map((item, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a URL may occur twice, and the order does not change
            key={`${index} ${item.url}`}
            className="relative aspect-4/3 h-36 shrink-0 snap-start overflow-hidden rounded-control bg-sunken min-[60rem]:h-auto min-[60rem]:w-[88%] min-[60rem]:rounded-card"
          >
            <Item item={item} isFirst={index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const filling = 'absolute inset-0 size-full object-cover';

function Item({ item: { type, url, alt, thumbnail }, isFirst }: { item: MediaItem; isFirst: boolean }) {
  const say = useSay();
  if (type === 'image') return <Still url={url} alt={alt} isFirst={isFirst} />;
  if (isFilm(url)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: only the merchant could provide captions, and the contract has no field for them
      <video controls preload="none" poster={thumbnail} aria-label={alt} className={filling} playsInline>
        <source src={url} />
      </video>
    );
  }
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="grid size-full index-items-center">
      {thumbnail && <Still url={thumbnail} alt="" isFirst={isFirst} />}
      <span className="relative grid size-12 index-items-center rounded-full bg-surface text-text shadow-card">
        <Play className="size-5" aria-hidden />
        <span className="sr-only">{say('summary.video', { title: alt })}</span>
      </span>
    </a>
  );
}

const Still = ({ url, alt, isFirst }: { url: string; alt: string; isFirst: boolean }) => (
  <Picture
    src={url}
    alt={alt}
    loading={isFirst ? 'eager' : 'lazy'}
    decoding="async"
    className={filling}
    fallback={
      <span className="grid size-full index-content-center justify-items-center gap-2 p-3 text-center text-sm text-muted">
        <ImageOff className="size-6" aria-hidden />
        {alt}
      </span>
    }
  />
);
