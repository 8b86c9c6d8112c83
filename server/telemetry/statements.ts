/** Observes the statements and transactions of this process. */
import { watchDatabase } from '#db/session.ts';
import { observed } from '#server/platform/observe.ts';

/** A statement's text has placeholders for values; this length distinguishes statements. */
const maxTextLength = 2000;

export function watchStatements(): void {
  watchDatabase((kind, text, run) => {
    if (kind === 'transaction') return observed(kind, kind, run);
    const shown = text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
    return observed(kind, verbOf(text), run, { facts: { 'db.query.text': shown } });
  });
}

/** select, insert, update, …; `with` for a statement that begins with it. */
const verbOf = (text: string): string => /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement';
