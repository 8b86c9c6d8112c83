/**
 * Verifies that the audit log is unchanged. It cannot detect a chain that was recomputed to its end by a person with write
 * access to the database. A head that was stored elsewhere reveals that: each verification and each export names one.
 */
import type { Tx } from '#db/client.ts';
import type { AuditHead } from '../data/audit.ts';
import {
  countWaiting,
  findAuditHead,
  findLostEvents,
  findUnchained,
  type LinkWithEvent,
  listAuditedMerchants,
  readLinks,
} from '../data/audit-checks.ts';
import type { EventRow } from '../data/events.ts';
import { hashLink, noHash } from '../rules/audit-chain.ts';

/** The problems and their messages. */
export const auditProblems = {
  event_altered: 'The event was altered',
  event_removed: 'The event was removed',
  link_altered: 'The link was altered',
  link_broken: 'The link does not continue the previous link; one of them was recreated',
  links_removed: 'Links were removed',
  head_wrong: 'The recorded end of the chain is not its last link',
  head_removed: 'The end of the chain is not recorded',
  event_unchained: 'The event is neither in the chain nor waiting for it',
} as const;

export interface AuditProblem {
  readonly name: keyof typeof auditProblems;
  /** Null: the event was deleted before it was chained, so its merchant is unknown. */
  readonly merchantId: string | null;
  /** Null: not in a chain. */
  readonly position: number | null;
  readonly detail: string;
}

/** One merchant's chain. */
export interface ChainProof {
  readonly merchantId: string;
  readonly entries: number;
  readonly head: Pick<AuditHead, 'position' | 'hash'> | null;
}

export interface AuditProof {
  readonly entries: number;
  readonly chains: readonly ChainProof[];
  /** Events that the worker has not chained yet; not a problem. */
  readonly waiting: number;
  readonly problemCount: number;
  /** The first problems; empty: the trail is intact. */
  readonly problems: readonly AuditProblem[];
}

type Report = (problem: AuditProblem, times?: number) => void;

/** The number of problems that are listed. */
const maxListed = 1000;

/**
 * Checks all chains, or one merchant's. `tx` must be one snapshot (`repeatable read`), so that a concurrent batch is seen
 * completely or not at all. Takes no locks; holds one batch of links and the problems in memory.
 */
export async function verifyTrail(tx: Tx, merchantId?: string): Promise<AuditProof> {
  const problems: AuditProblem[] = [];
  let problemCount = 0;
  const report: Report = (problem, times = 1) => {
    problemCount += times;
    if (problems.length < maxListed) problems.push(problem);
  };
  const chains: ChainProof[] = [];
  for (const merchant of merchantId === undefined ? await listAuditedMerchants(tx) : [merchantId]) {
    chains.push(await verifyChain(tx, merchant, report));
  }
  if (merchantId === undefined) await reportLost(tx, report);
  return {
    entries: chains.reduce((sum, { entries }) => sum + entries, 0),
    chains,
    waiting: await countWaiting(tx, merchantId),
    problemCount,
    problems,
  };
}

/** The state of a chain: what the next link must continue. */
type ChainState = Pick<AuditHead, 'position' | 'hash'>;

async function verifyChain(tx: Tx, merchantId: string, report: Report): Promise<ChainProof> {
  const head = await findAuditHead(tx, merchantId);
  let [entries, state]: [number, ChainState] = [0, { position: 0, hash: noHash }];
  for await (const [found, next] of withNext(readLinks(tx, merchantId))) {
    entries += 1;
    const follower = next ? { position: next.link.position - 1, hash: next.link.previousHash } : head;
    state = verifyLink(state, found, follower, report);
  }
  verifyHead(merchantId, state, head, report);
  const { count, rows } = await findUnchained(tx, merchantId, maxListed);
  for (const event of rows) {
    report({ name: 'event_unchained', merchantId, position: null, detail: describe(event) });
  }
  const [last] = rows.slice(-1);
  if (last && count > rows.length) {
    report({ name: 'event_unchained', merchantId, position: null, detail: describe(last) }, count - rows.length);
  }
  return { merchantId, entries, head: head ? { position: head.position, hash: head.hash } : null };
}

/** Checks one link; returns what the next one must continue: this link as it should be, if that is known. */
function verifyLink(
  previous: ChainState,
  { link, event }: LinkWithEvent,
  follower: ChainState | undefined,
  report: Report,
): ChainState {
  const { merchantId, position, previousHash, hash } = link;
  const wrong = (name: AuditProblem['name'], detail: string) => report({ name, merchantId, position, detail });
  const isNext = position === previous.position + 1;
  if (position > previous.position + 1) reportGap(merchantId, previous.position + 1, position - 1, report);
  else if (!isNext) wrong('link_altered', `${link.id}: another link has the same position`);
  if (!event) {
    wrong('event_removed', link.id);
    return { position, hash };
  }
  if (event.merchantId !== merchantId) wrong('link_altered', `${describe(event)}: it belongs to another merchant`);
  const computed = hashLink(previousHash, position, event);
  if (computed === hash) {
    if (isNext && previousHash !== previous.hash) wrong('link_broken', describe(event));
    return { position, hash };
  }
  if (isNext && hashLink(previous.hash, position, event) === hash) {
    wrong('link_altered', `${describe(event)}: its previous hash is different`);
    return { position, hash };
  }
  // The next link still records this link's hash.
  if (follower?.position === position && follower.hash === computed) {
    wrong('link_altered', `${describe(event)}: its hash is different`);
    return { position, hash: computed };
  }
  wrong('event_altered', describe(event));
  return { position, hash };
}

function verifyHead(merchantId: string, last: ChainState, head: AuditHead | undefined, report: Report): void {
  const wrong = (name: AuditProblem['name'], detail: string) =>
    report({ name, merchantId, position: last.position, detail });
  if (!head) {
    if (last.position > 0) wrong('head_removed', `the last link is at position ${last.position}`);
  } else if (head.position > last.position) reportGap(merchantId, last.position + 1, head.position, report);
  else if (head.position < last.position) wrong('head_wrong', `it is recorded at position ${head.position}`);
  else if (head.hash !== last.hash) wrong('head_wrong', 'its hash is different');
}

function reportGap(merchantId: string, from: number, to: number, report: Report): void {
  const detail = from === to ? `position ${from}` : `positions ${from} to ${to}`;
  report({ name: 'links_removed', merchantId, position: from, detail });
}

async function reportLost(tx: Tx, report: Report): Promise<void> {
  const { count, rows } = await findLostEvents(tx, maxListed);
  for (const [index, { eventId }] of rows.entries()) {
    const times = index === rows.length - 1 ? count - index : 1;
    const detail = `${eventId}, before it was chained`;
    report({ name: 'event_removed', merchantId: null, position: null, detail }, times);
  }
}

const describe = ({ id, type, createdAt }: EventRow): string => `${id}, ${type} of ${createdAt.toISOString()}`;

/** Each item with the one after it. */
async function* withNext<Item>(items: AsyncIterable<Item>): AsyncGenerator<[Item, Item | undefined]> {
  let held: { item: Item } | undefined;
  for await (const item of items) {
    if (held) yield [held.item, item];
    held = { item };
  }
  if (held) yield [held.item, undefined];
}
