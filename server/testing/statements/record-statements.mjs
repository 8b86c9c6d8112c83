/**
 * Loaded before every other module of tests, and of the servers and programs that they start: writes the text of each of the
 * product's statements into the folder `RECORD_STATEMENTS`, once per process. Statements that a test writes itself are left
 * out.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.RECORD_STATEMENTS;
const root = new URL('../../../', import.meta.url).pathname;

if (folder) {
  const recorded = new Set();
  /** The place where Drizzle's statement was built that is being sent. */
  let builtAt;
  globalThis.counterfoilOnStatement = (text) => {
    if (recorded.has(text)) return;
    const place = builtAt ?? callerPlace();
    if (place && /\.test\.ts:|^server\/testing\/|^bench\//.test(place)) return;
    recorded.add(text);
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ text, place })}\n`);
  };
  // An `await` of Drizzle's statement sends it from an empty stack, so its place is noted when it is built.
  const core = await import('drizzle-orm/pg-core');
  const places = new WeakMap();
  const watched = new WeakSet();
  const note = (type, ...methods) => {
    for (const method of methods) {
      const build = type.prototype[method];
      type.prototype[method] = function (...input) {
        const built = build.apply(this, input);
        const place = callerPlace();
        if (place) places.set(built, place);
        watchSending(built);
        return built;
      };
    }
  };
  /** Notes the place while a statement of this kind is sent. */
  const watchSending = (statement) => {
    let type = statement;
    while (type && !Object.hasOwn(type, 'then')) type = Object.getPrototypeOf(type);
    if (!type || watched.has(type)) return;
    watched.add(type);
    const send = type.then;
    // oxlint-disable-next-line unicorn/no-thenable
    Object.defineProperty(type, 'then', {
      value(...handlers) {
        builtAt = places.get(this);
        try {
          return send.apply(this, handlers);
        } finally {
          builtAt = undefined;
        }
      },
    });
  };
  note(core.PgSelectBuilder, 'from');
  note(core.PgInsertBuilder, 'values', 'select');
  note(core.PgUpdateBuilder, 'set');
  note(core.PgDatabase, 'delete', 'execute', '$count');
}

/** The innermost line on the stack that is in the project but not in `db/`, as `path:line`. */
function callerPlace() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  for (const line of stack.split('\n')) {
    const [, path = '', row] = /(?:file:\/\/)?(\/[^):]+):(\d+):\d+\)?$/.exec(line) ?? [];
    const inside = path.startsWith(root) ? path.slice(root.length) : '';
    if (inside && !/^(node_modules|db)\/|record-statements/.test(inside)) return `${inside}:${row}`;
  }
  return undefined;
}
