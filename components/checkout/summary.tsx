import type { CheckoutView } from '../../server/checkout/view.ts';
import { DueAtAGlance, DueLines } from './due.tsx';
import { Markdown } from './markdown.tsx';

/** What is bought: picture, name and price, and below them what is paid today. */
export function Summary({ view }: { view: CheckoutView }) {
  const { product } = view;
  const picture = pictureOf(product.media);
  const description = isBrief(product.description) ? product.description : null;
  return (
    <section aria-label="Order summary" className="flex flex-col gap-5">
      <div className="flex items-center gap-4 min-[60rem]:flex-col min-[60rem]:items-start min-[60rem]:gap-6">
        {picture && (
          // biome-ignore lint/performance/noImgElement: the address is the merchant's, of any size and host
          <img
            src={picture.url}
            alt={picture.alt}
            referrerPolicy="no-referrer"
            className="size-20 shrink-0 rounded-control bg-sunken object-cover min-[60rem]:h-auto min-[60rem]:max-h-80 min-[60rem]:w-full min-[60rem]:rounded-card"
          />
        )}
        <div className="min-w-0">
          <h1 className="text-lg leading-snug font-medium break-words">{product.name}</h1>
          <DueAtAGlance />
        </div>
      </div>
      {description && <Markdown text={description} />}
      <DueLines />
    </section>
  );
}

/** A description that is too long to stand between the buyer and the form; on phones it comes after. */
export function About({ description }: { description: string | null }) {
  if (!description || isBrief(description)) return null;
  return (
    <section>
      <h2 className="mb-3 font-semibold">About this product</h2>
      <Markdown text={description} />
    </section>
  );
}

/** A few lines of plain text, without headings. */
const isBrief = (description: string | null): boolean =>
  description !== null && description.length <= 280 && !/^\s*(?:#|=+\s*$|-{2,}\s*$)/m.test(description);

function pictureOf(media: CheckoutView['product']['media']): { url: string; alt: string } | undefined {
  const item = media.find(({ type, thumbnail }) => type === 'image' || thumbnail);
  if (!item) return undefined;
  const url = item.type === 'image' ? item.url : item.thumbnail;
  return url ? { url, alt: item.alt } : undefined;
}
