import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { type AuditProblem, type AuditProof, auditProblems, verifyTrail } from '#server/events/audit/verify-trail.ts';
import { serviceId } from '#server/events/rules/event.ts';
import { parseOptions, UsageError } from '../../usage-error.ts';
import { withDatabase } from '../../with-database.ts';

export const usage = 'audit verify [--merchant MERCHANT] [--json]';
export const summary =
  'Verify that no entry of the audit log was changed or removed. Exit 1 and list the problems otherwise.';

/** Prints one line per problem; `--merchant` takes an id. `--json` also prints each chain's head. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({
    args,
    options: { merchant: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const merchantId = values.merchant === undefined ? undefined : fromShortId('MER', values.merchant);
  if (values.merchant !== undefined && !merchantId) throw new UsageError(`Invalid merchant ID: '${values.merchant}'`);
  // One snapshot: consistent, without waiting for others or blocking them.
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  const proof = await withDatabase(({ db }) => db.transaction((tx) => verifyTrail(tx, merchantId), snapshot));
  process.stdout.write(values.json ? `${JSON.stringify(asJson(proof))}\n` : asText(proof));
  if (proof.problemCount > 0) process.exitCode = 1;
}

const service = 'the service';
const merchantOf = (id: string | null): string | null => (id === serviceId ? service : id && toShortId('MER', id));

/** "1 merchant", "2 merchants and the service". */
function ownersOf(chains: AuditProof['chains']): string {
  const count = chains.filter(({ merchantId }) => merchantId !== serviceId).length;
  const merchants = `${count} ${count === 1 ? 'merchant' : 'merchants'}`;
  if (count === chains.length) return merchants;
  return count === 0 ? service : `${merchants} and ${service}`;
}

const asJson = ({ chains, problems, ...counts }: AuditProof) => ({
  isRight: counts.problemCount === 0,
  ...counts,
  chains: chains.map((chain) => ({ ...chain, merchantId: merchantOf(chain.merchantId) })),
  problems: problems.map((problem) => ({ ...problem, merchantId: merchantOf(problem.merchantId) })),
});

function asText({ entries, chains, waiting, problemCount, problems }: AuditProof): string {
  const size = `${entries} ${entries === 1 ? 'entry' : 'entries'} of ${ownersOf(chains)}`;
  const rest = problemCount - problems.length;
  return [
    ...problems.map(lineOf),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    problemCount === 0 ? `${size}: nothing was altered or removed.` : `${size}. Problems: ${problemCount}.`,
    ...(waiting > 0 ? [`${waiting} more ${waiting === 1 ? 'waits' : 'wait'} for the worker.`] : []),
    '',
  ].join('\n');
}

const lineOf = ({ name, merchantId, position, detail }: AuditProblem): string =>
  [merchantOf(merchantId) ?? '-', position ?? '-', `${auditProblems[name]} (${name}): ${detail}`].join('  ');
