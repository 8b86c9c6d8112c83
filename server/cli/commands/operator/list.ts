import { listOperators, type Operator } from '#server/accounts/data/operators.ts';
import { toShortId } from '#server/domain/ids.ts';
import { parseOptions } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'operator list [--json]';
export const summary = 'List the operators and how each became one.';

const reasons: Record<Operator['kind'], string> = {
  granted: 'granted',
  'first account': 'the first account, while no account has a grant',
  'first account other than the demo': 'the first account other than the demo, while no account has a grant',
};

/** Prints the granted operators, or the default operator while there are none. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({ args, options: { json: { type: 'boolean', default: false } } });
  const { found, isPublicHost } = await withDatabase(async ({ db, settings }) => ({
    found: await listOperators(db, settings),
    isPublicHost: settings.isPublicHost,
  }));
  const operators = found.map(({ merchant, kind, since }) => ({
    merchantId: toShortId('MER', merchant.id),
    email: merchant.email,
    kind,
    since,
  }));
  if (values.json) return void process.stdout.write(`${JSON.stringify(operators)}\n`);
  if (operators.length === 0) {
    const hint = isPublicHost
      ? 'No operators. On a public host, grant the role: counterfoil operator grant --email E\n'
      : 'No accounts yet. The first account will be an operator.\n';
    return void process.stdout.write(hint);
  }
  for (const { merchantId, email, kind } of operators) {
    process.stdout.write(`${merchantId}  ${email}  (${reasons[kind]})\n`);
  }
}
