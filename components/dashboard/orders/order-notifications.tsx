import { clsx } from 'clsx';
import { Mail, Send } from 'lucide-react';
import { Link } from '#components/ui/link.tsx';
import { Time } from '#components/ui/time.tsx';

/** An email or a webhook delivery that an event caused. */
export interface OrderNotification {
  readonly id: string;
  readonly channel: 'email' | 'webhook';
  /** The email's kind or the webhook event: "Order confirmation", "order.completed". */
  readonly name: string;
  /** An email address or a host. */
  readonly recipient: string;
  /** The status: "Sent", "Delivered after 3 attempts". */
  readonly status: string;
  readonly hasFailed: boolean;
  /** Its page. */
  readonly href: string;
  /** The time, if it was later than the event. */
  readonly at: Date | null;
}

const channels = { email: [Mail, 'Email:'], webhook: [Send, 'Webhook:'] } as const;

/** The emails and webhook deliveries of a timeline entry. */
export const Notifications = ({ notifications }: { notifications: readonly OrderNotification[] }) => (
  <ul aria-label="Notifications" className="mt-1 flex flex-col gap-0.5">
    {notifications.map(({ id, channel, name, recipient, status, hasFailed, href, at }) => {
      const [Icon, label] = channels[channel];
      return (
        <li key={id} className="flex gap-1.5 py-0.5 text-xs">
          <Icon className="mt-0.5 size-3.5 shrink-0 text-muted" aria-hidden />
          <span className="min-w-0">
            <Link href={href} className="wrap-anywhere text-link underline underline-offset-2">
              <span className="sr-only">{label} </span>
              {name} to <bdi>{recipient}</bdi>
            </Link>
            <span className="text-muted">
              {': '}
              <span className={clsx(hasFailed && 'font-medium text-danger-text')}>{status}</span>
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
