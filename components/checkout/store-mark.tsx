import type { CheckoutView } from '../../server/checkout/view.ts';
import type { CheckoutSettings } from '../../server/domain/store.ts';

interface StoreMarkProps {
  store: CheckoutView['store'];
  settings: CheckoutSettings;
  darkMode: boolean | undefined;
}

/** The store's logo for the side that is seen, or its name. */
export function StoreMark({ store, settings, darkMode }: StoreMarkProps) {
  const [light, dark] = [settings.light?.checkoutLogo ?? store.logo, settings.dark?.checkoutLogo ?? store.logo];
  const fixed = darkMode ? dark : light;
  if (!fixed && !(darkMode === undefined && dark))
    return <p className="text-lg font-semibold break-words">{store.name}</p>;
  return (
    <picture>
      {darkMode === undefined && dark && dark !== light && (
        <source srcSet={dark} media="(prefers-color-scheme: dark)" />
      )}
      <img
        src={fixed ?? dark ?? ''}
        alt={store.name}
        referrerPolicy="no-referrer"
        className="h-9 max-w-48 object-contain object-left rtl:object-right"
      />
    </picture>
  );
}
