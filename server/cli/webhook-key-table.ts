import { environments } from '#server/domain/environments.ts';
import type { PublicWebhookKey } from '#server/webhooks/data/webhook-keys.ts';
import { signingKeyOf } from '#server/webhooks/rules/webhook-key.ts';

/** Prints published keys, one per line, or as JSON with the public keys. */
export function printWebhookKeys(keys: readonly PublicWebhookKey[], now: Date, asJson: boolean): void {
  const signing = environments.map((environment) =>
    signingKeyOf(
      keys.filter((key) => key.environment === environment),
      now,
    ),
  );
  if (asJson) {
    const shown = keys.map((key) => ({ ...key, signs: signing.includes(key) }));
    return void process.stdout.write(`${JSON.stringify(shown)}\n`);
  }
  if (keys.length === 0)
    return void process.stdout.write('No keys yet: the first start of the service creates them.\n');
  for (const key of keys) {
    const state = signing.includes(key)
      ? 'signs now'
      : key.signsFrom > now
        ? `signs from ${key.signsFrom.toISOString()}`
        : 'no longer signs';
    const until = key.publishedUntil ? `, published until ${key.publishedUntil.toISOString()}` : '';
    process.stdout.write(`${key.environment.padEnd(4)}  ${key.id}  ${state}${until}\n`);
  }
}
