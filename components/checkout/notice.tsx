import { CircleSlash, Clock, type LucideIcon, Store } from 'lucide-react';
import type { CheckoutView } from '../../server/checkout/view.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Sheet } from './sheet.tsx';
import { StateHeading } from './state-heading.tsx';

type ClosedState = 'canceled' | 'expired' | 'unavailable';

const notices: Record<ClosedState, { icon: LucideIcon; title: string; sentence: string }> = {
  canceled: {
    icon: CircleSlash,
    title: 'This order was canceled',
    sentence: 'You have not been charged. To buy it after all, start again from the store.',
  },
  expired: {
    icon: Clock,
    title: 'This checkout has expired',
    sentence: 'You have not been charged. Start again from the store to get a new link.',
  },
  unavailable: {
    icon: Store,
    title: 'This cannot be bought at the moment',
    sentence: 'You have not been charged. Try again later, or ask the store.',
  },
};

/** A checkout that is over, or has not begun: why, and the way back. */
export function ClosedNotice({
  state,
  store,
  product,
}: {
  state: ClosedState;
  store: CheckoutView['store'];
  product: string;
}) {
  const { icon: Icon, title, sentence } = notices[state];
  return (
    <Sheet className="mx-auto mt-4 flex w-full max-w-md flex-col items-center gap-3 py-10! text-center sm:mt-12">
      <Icon className="size-10 text-muted" strokeWidth={1.5} aria-hidden />
      <StateHeading className="text-xl">{title}</StateHeading>
      <p className="text-muted">{product}</p>
      <p>{sentence}</p>
      {(store.website || store.supportEmail) && (
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          {store.website && (
            <ButtonLink size="large" href={store.website}>
              Go to {store.name}
            </ButtonLink>
          )}
          {store.supportEmail && (
            <ButtonLink
              size="large"
              variant={store.website ? 'ghost' : 'secondary'}
              href={`mailto:${store.supportEmail}`}
            >
              Write to the store
            </ButtonLink>
          )}
        </div>
      )}
    </Sheet>
  );
}
