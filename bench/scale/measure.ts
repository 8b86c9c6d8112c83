/** Measures the same question in several stores, one call at a time. The stores take turns. */
import { type Figures, figuresOf, measureRound, type Round, rounds, type Subject, type Work } from '../measure.ts';

/** Prepares a question to one store, and returns what asks it. Only that is timed. */
export type Question = () => () => Promise<unknown>;

export type Questions = Readonly<Record<string, Question>>;

/** A turn ends after so many milliseconds or calls, but not before the minimum. */
const turn = { ms: 500, maxCalls: 100, minCalls: 6 };
const warmUp = { ms: 500, maxCalls: 20, minCalls: 2 };
/** Where calls take seconds, later rounds are omitted. */
const maxMs = 240_000;

/** The figures of each store. */
export async function measureInTurns(subject: Subject, questions: readonly Question[]): Promise<Figures[]> {
  const startedAt = performance.now();
  for (const question of questions) await askRepeatedly(question, warmUp);
  const measured: Round[][] = questions.map(() => []);
  for (let round = 0; round < rounds && performance.now() - startedAt < maxMs; round += 1) {
    for (const [index, question] of questions.entries()) {
      measured[index]?.push(await measureRound(subject, () => askRepeatedly(question, turn)));
    }
  }
  return measured.map((all) => figuresOf(subject, all));
}

async function askRepeatedly(question: Question, { ms, maxCalls, minCalls }: typeof turn): Promise<Work> {
  const tookMs: number[] = [];
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > ms || tookMs.length >= maxCalls;
  while (tookMs.length < minCalls || !isOver()) {
    const ask = question();
    const from = performance.now();
    await ask();
    tookMs.push(performance.now() - from);
  }
  return { done: tookMs.length, seconds: (performance.now() - startedAt) / 1000, tookMs };
}
