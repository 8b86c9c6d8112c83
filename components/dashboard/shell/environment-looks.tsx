import { clsx } from 'clsx';
import { FlaskConical, Radio } from 'lucide-react';
import type { Environment } from '#server/domain/environments.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';

/** The environments' names and looks. Each has a word, an icon and a pattern; color is never the only difference. */
export const environmentLooks = {
  test: {
    band: 'test-stripes text-on-test',
    plate: 'bg-test px-2',
    icon: FlaskConical,
    word: 'Test',
    meaning: 'no real charges',
    inDialog: 'no real charges',
  },
  prod: {
    band: 'border-b border-border bg-surface text-text',
    plate: '',
    icon: Radio,
    word: 'Live',
    meaning: '',
    inDialog: '',
  },
} as const;

/** What a dialog in live mode adds to the environment's name. */
function liveNote(provider: ProviderName | null): string {
  if (provider === 'sandbox') return 'sandbox payments, no real charges';
  return provider ? '' : 'no payment provider';
}

/** Shows the environment above every dialog's title. */
export function EnvironmentMark({
  environment,
  provider,
}: {
  environment: Environment;
  provider: ProviderName | null;
}) {
  const { band, plate, icon: Icon, word, inDialog } = environmentLooks[environment];
  const note = environment === 'prod' ? liveNote(provider) : inDialog;
  return (
    <p className={clsx('flex h-9 shrink-0 items-center px-3 text-sm', band)}>
      <span className={clsx('flex min-w-0 items-center gap-2 rounded-control px-2 py-0.5', plate)}>
        <Icon className="size-4 shrink-0" aria-hidden />
        <strong className="font-semibold">{word} mode</strong>
        {note && <span className="truncate">– {note}</span>}
      </span>
    </p>
  );
}
