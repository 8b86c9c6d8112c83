'use client';
import { Time } from '#components/ui/time.tsx';

/** A passkey of the account whose password is reset. */
export interface ResetPasskey {
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string | null;
  /** Whether it is kept unless selected. Unconfirmed passkeys are always removed. */
  readonly isConfirmed: boolean;
}

interface ResetPasskeysProps {
  passkeys: readonly ResetPasskey[];
  removed: readonly string[];
  onChange: (removed: readonly string[]) => void;
}

/** Lists the account's passkeys for removal, because a new password does not disable them. */
export const ResetPasskeys = ({ passkeys, removed, onChange }: ResetPasskeysProps) => (
  <fieldset className="rounded-card border border-border p-4">
    <legend className="px-1 text-sm font-medium">Passkeys</legend>
    <p className="text-sm text-muted">Passkeys keep working after a password reset. Remove any you don’t recognize.</p>
    <ul className="mt-3 flex flex-col gap-3">
      {passkeys.map(({ id, name, createdAt, isConfirmed }) => (
        <li key={id} className="text-sm">
          <p className="font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          {createdAt && (
            <p className="text-muted">
              Added <Time value={createdAt} dateOnly />
            </p>
          )}
          {isConfirmed ? (
            <label className="inline-flex min-h-11 items-center gap-2.5 sm:min-h-9">
              <input
                type="checkbox"
                className="size-4 accent-primary"
                checked={removed.includes(id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...removed, id] : removed.filter((other) => other !== id))
                }
              />
              Remove<span className="sr-only"> {name}</span>
            </label>
          ) : (
            <p className="text-warning-text">Will be removed because it was never confirmed.</p>
          )}
        </li>
      ))}
    </ul>
  </fieldset>
);
