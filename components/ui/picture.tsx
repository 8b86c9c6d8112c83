'use client';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';

interface PictureProps extends Omit<ComponentProps<'img'>, 'ref' | 'onError'> {
  src: string;
  alt: string;
  /** Shown in place of a picture that cannot be loaded. */
  fallback: ReactNode;
}

/** A picture from an address of the merchant's, of any size and host. */
export function Picture({ src, alt, fallback, ...rest }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string>();
  useEffect(() => {
    // The picture may have failed before this page could listen.
    const element = image.current;
    if (element?.complete && element.naturalWidth === 0) element.decode().catch(() => setBroken(src));
  }, [src]);
  if (broken === src) return fallback;
  // biome-ignore lint/performance/noImgElement: the address is the merchant's, of any size and host
  return <img {...rest} ref={image} src={src} alt={alt} referrerPolicy="no-referrer" onError={() => setBroken(src)} />;
}
