'use client';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';

interface PictureProps extends Omit<ComponentProps<'img'>, 'ref' | 'onError'> {
  src: string;
  alt: string;
  /** Shown if the image fails to load. */
  fallback: ReactNode;
}

/** An image from a merchant's URL, of any size and host. */
export function Picture({ src, alt, fallback, ...rest }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string>();
  useEffect(() => {
    // The image may have failed before hydration.
    const element = image.current;
    if (element?.complete && element.naturalWidth === 0) element.decode().catch(() => setBroken(src));
  }, [src]);
  if (broken === src) return fallback;
  // biome-ignore lint/performance/noImgElement: the merchant's URL, of any size and host
  return <img {...rest} ref={image} src={src} alt={alt} referrerPolicy="no-referrer" onError={() => setBroken(src)} />;
}
