import { Picture } from '#components/ui/picture.tsx';
import type { MediaItem } from '#server/catalog/rules/product.ts';
import type { CheckoutView } from '#server/storefront/checkout/view.ts';
import { useSay } from '../page/page-context.tsx';
import { DueAtAGlance, DueLines } from './form/due.tsx';
import { Gallery } from './gallery.tsx';
import { ProductDescription } from './product-description.tsx';

/** The order summary: images, name, price and the amount due today. */
export function Summary({ view }: { view: CheckoutView }) {
  const say = useSay();
  const { product } = view;
  const picture = onlyPicture(product.media);
  const description = isBrief(product.description) ? product.description : null;
  return (
    <section aria-label={say('summary.label')} className="flex flex-col gap-5">
      {product.media.length > 0 && !picture && <Gallery media={product.media} product={product.name} />}
      <div className="flex items-center gap-4 min-[60rem]:flex-col min-[60rem]:items-start min-[60rem]:gap-6">
        {picture && (
          <Picture
            src={picture.url}
            alt={picture.alt}
            fallback={null}
            className="size-20 shrink-0 rounded-control bg-sunken object-cover min-[60rem]:aspect-4/3 min-[60rem]:h-auto min-[60rem]:w-full min-[60rem]:rounded-card"
          />
        )}
        <div className="min-w-0">
          <h1 className="text-lg leading-snug font-medium break-words">{product.name}</h1>
          <DueAtAGlance />
        </div>
      </div>
      {description && <ProductDescription html={product.descriptionHtml} />}
      <DueLines />
    </section>
  );
}

/** A long description. On phones it follows the form. */
export function About({ product }: { product: CheckoutView['product'] }) {
  const say = useSay();
  const { description, descriptionHtml } = product;
  if (!description || isBrief(description)) return null;
  return (
    <section>
      <h2 className="mb-3 font-semibold">{say('summary.about')}</h2>
      <ProductDescription html={descriptionHtml} />
    </section>
  );
}

/** A few lines of plain text without headings. */
const isBrief = (description: string | null): boolean =>
  description !== null && description.length <= 280 && !/^\s*(?:#|=+\s*$|-{2,}\s*$)/m.test(description);

/** A single image is shown beside the name. Several images, or a video, get a gallery. */
function onlyPicture(media: readonly MediaItem[]): MediaItem | undefined {
  const [first, ...others] = media;
  return others.length === 0 && first?.type === 'image' ? first : undefined;
}
