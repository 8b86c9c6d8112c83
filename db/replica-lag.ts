/**
 * How far a streaming replica is behind its primary. The primary's WAL positions are noted with this process's clock; the
 * newest one that the replica has replayed tells up to when it is complete. So an idle primary causes no lag, a replica
 * that receives nothing has one, and the machines' clocks do not matter.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const everyMs = 1000;
/** A replica that answers later counts as away. */
const patienceMs = 2000;
/** How long a replica may take to catch up at first before its lag is reported as unknown. */
const unknownMs = 5000;
/** Positions kept of a replica that is behind: more than any accepted lag. */
const maxPositions = 4000;

/** Reads a WAL position as the number of bytes before it. */
export type ReadPosition = () => Promise<bigint>;

export interface ReplicaLagOptions {
  readonly primary: ReadPosition;
  readonly replica: ReadPosition;
  /** Called after each measurement with a result, and when the replica does not answer. */
  readonly onMeasured: () => void;
}

export class ReplicaLag {
  readonly #options: ReplicaLagOptions;
  readonly #stopping = new AbortController();
  #positions: { readonly position: bigint; readonly at: number }[] = [];
  #completeUntil: number | undefined;
  #isAway = false;
  readonly #startedAt = performance.now();

  constructor(options: ReplicaLagOptions) {
    this.#options = options;
    void this.#keepMeasuring();
  }

  /** At most so far behind; undefined while the replica is away or its lag is still unknown. */
  get ms(): number | undefined {
    return this.#completeUntil === undefined ? undefined : performance.now() - this.#completeUntil;
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #keepMeasuring(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#measure();
      if (this.#isKnown()) this.#options.onMeasured();
      await sleep(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #measure(): Promise<void> {
    const at = performance.now();
    // Without a primary nothing is written, and the known positions grow old.
    const position = await this.#options.primary().catch(() => undefined);
    if (position !== undefined) this.#positions.push({ position, at });
    const patience = setTimeout(() => this.#setAway(), patienceMs);
    try {
      const replayed = await this.#options.replica();
      this.#isAway = false;
      const reached = this.#positions.findLastIndex((known) => known.position <= replayed);
      this.#completeUntil = this.#positions[reached]?.at ?? this.#completeUntil;
      this.#positions = this.#positions.slice(Math.max(reached, this.#positions.length - maxPositions, 0));
    } catch {
      this.#setAway();
    } finally {
      clearTimeout(patience);
    }
  }

  #setAway(): void {
    this.#isAway = true;
    this.#completeUntil = undefined;
    this.#options.onMeasured();
  }

  /** A busy primary's first position is reached a moment later. */
  #isKnown(): boolean {
    return this.#completeUntil !== undefined || this.#isAway || performance.now() - this.#startedAt > unknownMs;
  }
}
