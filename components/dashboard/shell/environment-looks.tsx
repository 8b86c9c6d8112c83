import { clsx } from 'clsx';
import { FlaskConical, Radio } from 'lucide-react';
import type { Environment } from '#server/domain/environments.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';

/** How the two are told apart wherever it matters: by a word, by a sign and by stripes, never by a colour alone. */
export const environmentLooks = {
  test: {
    band: 'test-stripes text-on-test',
    plate: 'bg-test px-2',
    icon: FlaskConical,
    word: 'Test',
    meaning: 'For trying things out',
    inDialog: 'no real money, no real buyers',
  },
  prod: {
    band: 'border-b border-border bg-surface text-text',
    plate: '',
    icon: Radio,
    word: 'Prod',
    meaning: 'What your buyers see',
    inDialog: '',
  },
} as const;

/** "For real" only where money moves. */
function inProdDialog(provider: ProviderName | null): string {
  if (provider === 'sandbox') return 'a demonstration: no money moves';
  return provider ? 'this is for real' : 'no payment provider';
}

/** Stands above every dialog's title: what is done there is done in this environment. */
export function EnvironmentMark({
  environment,
  provider,
}: {
  environment: Environment;
  provider: ProviderName | null;
}) {
  const { band, plate, icon: Icon, word, inDialog } = environmentLooks[environment];
  return (
    <p className={clsx('flex h-9 items-center px-3 text-sm', band)}>
      <span className={clsx('flex min-w-0 items-center gap-2 rounded-control px-2 py-0.5', plate)}>
        <Icon className="size-4 shrink-0" aria-hidden />
        <strong className="font-semibold tracking-wide uppercase">{word}</strong>
        <span className="truncate">{environment === 'prod' ? inProdDialog(provider) : inDialog}</span>
      </span>
    </p>
  );
}
