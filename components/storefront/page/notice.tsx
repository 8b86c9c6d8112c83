import { CircleCheck, CircleSlash, Clock, type LucideIcon, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CheckoutView } from '#server/storefront/checkout/view.ts';
import type { ClosedState } from '#server/storefront/checkout/view-state.ts';
import { ExitLinks } from '../checkout/exit-links.tsx';
import { StateHeading } from '../checkout/state-heading.tsx';
import { useSay } from './page-context.tsx';
import { Sheet } from './sheet.tsx';

const icons: Readonly<Record<ClosedState, LucideIcon>> = { canceled: CircleSlash, expired: Clock, unavailable: Store };

/** A checkout that has closed or is not open: the reason and the links. */
export function ClosedNotice({ state, view }: { state: ClosedState; view: CheckoutView }) {
  const say = useSay();
  const { store, product, environment, returnSite, provider } = view;
  const reason = state === 'unavailable' && provider === null ? 'noProvider' : state;
  return (
    <NoticeSheet icon={icons[state]} title={say(`notice.${reason}.title`)}>
      <p className="max-w-full break-words text-muted">{product.name}</p>
      <p>{say(`notice.${reason}.text`)}</p>
      <ExitLinks store={store} environment={environment} site={returnSite} />
    </NoticeSheet>
  );
}

/** A paid checkout in a browser other than the buyer's. The receipt is in the portal. */
export function PaidNotice({ view }: { view: CheckoutView }) {
  const say = useSay();
  const { store, product, environment } = view;
  return (
    <NoticeSheet icon={CircleCheck} title={say('notice.paid.title')}>
      <p className="max-w-full break-words text-muted">{product.name}</p>
      <p>{say('notice.paid.text')}</p>
      <ExitLinks store={store} environment={environment} site={null} />
    </NoticeSheet>
  );
}

/** A page with a single message. */
export function NoticeSheet({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <Sheet className="mx-auto mt-4 flex w-full max-w-md flex-col items-center gap-3 py-10! text-center sm:mt-12">
      <Icon className="size-10 text-muted" strokeWidth={1.5} aria-hidden />
      <StateHeading className="text-xl">{title}</StateHeading>
      {children}
    </Sheet>
  );
}
