import { Picture } from '#components/ui/picture.tsx';
import type { PageStore } from '#server/storefront/rendering/page.ts';
import { usePage } from './page-context.tsx';

/** The store's logo for the current theme, or its name. */
export function StoreMark({ store }: { store: PageStore }) {
  const { theme } = usePage().page;
  const { light: onLight, dark: onDark } = store.checkoutSettings;
  const [light, dark] = [onLight?.checkoutLogo ?? store.logo, onDark?.checkoutLogo ?? store.logo];
  const fixed = theme === 'dark' ? dark : light;
  const name = <p className="text-lg font-semibold break-words">{store.name}</p>;
  if (!fixed && !(theme === null && dark)) return name;
  return (
    <picture>
      {theme === null && dark && dark !== light && <source srcSet={dark} media="(prefers-color-scheme: dark)" />}
      <Picture
        src={fixed ?? dark ?? ''}
        alt={store.name}
        fallback={name}
        className="h-9 max-w-48 object-contain object-left rtl:object-right"
      />
    </picture>
  );
}
