import type { Tx } from '#db/client.ts';
import {
  checkLedger,
  type LedgerProblem,
  type LedgerProof,
  type LedgerTotals,
} from '#server/billing/ledger/data/ledger-checks.ts';
import { ledgerAccounts } from '#server/billing/ledger/rules/ledger.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { formatAmount } from '#server/domain/money.ts';
import { findStore, findStoreBySlug } from '#server/stores/stores.ts';
import { parseOptions } from '../usage-error.ts';
import { withDatabase } from '../with-database.ts';

export const usage = 'ledger verify [--store STORE] [--json]';
export const summary = 'Verify that the ledger balances and matches all payments and refunds. Exit 1 if it does not.';

/** Prints account balances and problems; `--store` takes a slug or an id. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({
    args,
    options: { store: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  // One snapshot: consistent, without waiting for others or blocking them.
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  const proof = await withDatabase(({ db }) =>
    db.transaction(async (tx) => checkLedger(tx, await readStore(tx, values.store)), snapshot),
  );
  process.stdout.write(values.json ? `${JSON.stringify(asJson(proof))}\n` : asText(proof));
  if (proof.problems.length > 0) process.exitCode = 1;
}

async function readStore(tx: Tx, input: string | undefined): Promise<string | undefined> {
  if (input === undefined) return undefined;
  const id = fromShortId('STO', input);
  const store = (id && (await findStore(tx, id))) || (await findStoreBySlug(tx, input));
  if (!store) throw new Error(`Store not found: '${input}'`);
  return store.id;
}

/** Sums in display format, which is exact for programs too. */
const asJson = ({ transactions, totals, problems }: LedgerProof) => ({
  isRight: problems.length === 0,
  transactions,
  totals: totals.map((total) => ({ ...total, ...Object.fromEntries(amountsOf(total)) })),
  problems: problems.map((problem) => ({ ...problem, examples: examplesOf(problem) })),
});

const amountsOf = (total: LedgerTotals) =>
  ledgerAccounts.map((account) => [account, formatAmount(total[account], total.currency)] as const);

const examplesOf = ({ idPrefix, examples }: LedgerProblem) =>
  examples.map(({ id, detail }) => ({ id: idPrefix === 'row' ? id : toShortId(idPrefix, id), detail }));

function asText(proof: LedgerProof): string {
  const { transactions, totals, problems } = proof;
  const rows = totals.map((total) => [total.environment, total.currency, ...amountsOf(total).map(([, text]) => text)]);
  const isRight = `${transactions} transactions. They balance and match all payments and refunds.`;
  return `${[
    ...(rows.length > 0 ? [...tableOf([['', '', ...ledgerAccounts], ...rows]), ''] : []),
    ...(problems.length === 0 ? [isRight] : [`${transactions} transactions. Problems:`]),
    ...problems.flatMap(describe),
  ].join('\n')}\n`;
}

function describe(problem: LedgerProblem): string[] {
  const examples = examplesOf(problem);
  const rest = problem.count - examples.length;
  return [
    '',
    `${problem.description} (${problem.name}): ${problem.count}`,
    ...examples.map(({ id, detail }) => `  ${id}  ${detail}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

/** Columns of equal width; names align left, figures right. */
function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((text, column) => (column < 2 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}
