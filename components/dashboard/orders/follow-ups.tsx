import { clsx } from 'clsx';
import { Mail, Send } from 'lucide-react';
import { Link } from '#components/ui/link.tsx';
import { Time } from '#components/ui/time.tsx';

/** Somebody who was told of what happened: by an email, or a webhook. */
export interface FollowUp {
  readonly id: string;
  readonly channel: 'email' | 'webhook';
  /** "Order confirmation", "order.completed". */
  readonly what: string;
  /** An address, a host. */
  readonly whom: string;
  /** What became of it, in a word or three. */
  readonly fate: string;
  readonly hasFailed: boolean;
  /** Its own page. */
  readonly href: string;
  /** When, where that was not at once. */
  readonly at: Date | null;
}

const signs = { email: [Mail, 'Email:'], webhook: [Send, 'Webhook:'] } as const;

/** Who was told of what happened, and what became of that. */
export const FollowUps = ({ followUps }: { followUps: readonly FollowUp[] }) => (
  <ul aria-label="Told" className="mt-1 flex flex-col gap-0.5">
    {followUps.map(({ id, channel, what, whom, fate, hasFailed, href, at }) => {
      const [Icon, sign] = signs[channel];
      return (
        <li key={id} className="flex gap-1.5 py-0.5 text-xs">
          <Icon className="mt-0.5 size-3.5 shrink-0 text-muted" aria-hidden />
          <span className="min-w-0">
            <Link href={href} className="wrap-anywhere text-link underline underline-offset-2">
              <span className="sr-only">{sign} </span>
              {what} to <bdi>{whom}</bdi>
            </Link>
            <span className="text-muted">
              {': '}
              <span className={clsx(hasFailed && 'font-medium text-danger-text')}>{fate}</span>
              {at && (
                <>
                  , <Time value={at} />
                </>
              )}
            </span>
          </span>
        </li>
      );
    })}
  </ul>
);
