import { CircleSlash, Clock, type LucideIcon, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PageStore } from '../../server/hosted/page.ts';
import { useSay } from '../hosted/page-context.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Sheet } from './sheet.tsx';
import { StateHeading } from './state-heading.tsx';

type ClosedState = 'canceled' | 'expired' | 'unavailable';

const icons: Readonly<Record<ClosedState, LucideIcon>> = { canceled: CircleSlash, expired: Clock, unavailable: Store };

/** A checkout that is over, or has not begun: why, and the way back. */
export function ClosedNotice({ state, store, product }: { state: ClosedState; store: PageStore; product: string }) {
  const say = useSay();
  return (
    <NoticeSheet icon={icons[state]} title={say(`notice.${state}.title`)}>
      <p className="text-muted">{product}</p>
      <p>{say(`notice.${state}.text`)}</p>
      <StoreLinks store={store} />
    </NoticeSheet>
  );
}

/** A page that has only one thing to say. */
export function NoticeSheet({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <Sheet className="mx-auto mt-4 flex w-full max-w-md flex-col items-center gap-3 py-10! text-center sm:mt-12">
      <Icon className="size-10 text-muted" strokeWidth={1.5} aria-hidden />
      <StateHeading className="text-xl">{title}</StateHeading>
      {children}
    </Sheet>
  );
}

/** The way back to the shop, and to whoever runs it. Shows nothing where the store names neither. */
export function StoreLinks({ store: { name, website, supportEmail } }: { store: PageStore }) {
  const say = useSay();
  if (!website && !supportEmail) return null;
  return (
    <div className="mt-3 flex flex-wrap justify-center gap-2">
      {website && (
        <ButtonLink size="large" href={website}>
          {say('common.goToStore', { store: name })}
        </ButtonLink>
      )}
      {supportEmail && (
        <ButtonLink size="large" variant={website ? 'ghost' : 'secondary'} href={`mailto:${supportEmail}`}>
          {say('common.writeToStore')}
        </ButtonLink>
      )}
    </div>
  );
}
