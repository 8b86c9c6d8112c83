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
  /** The stack on which Drizzle's statement was built that is being sent. */
  let builtOn;
  globalThis.counterfoilOnStatement = (text) => {
    if (recorded.has(text)) return;
    const place = (builtOn && callerPlace(builtOn)) ?? callerPlace(captureStack());
    if (place && /\.test\.ts:|^server\/testing\/|^bench\//.test(place)) return;
    recorded.add(text);
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ text, place })}\n`);
  };
  // An `await` of Drizzle's statement sends it from an empty stack, so its stack is noted when it is built. Only a new text's
  // stack is formatted, which takes longer than building the statement.
  const core = await import('drizzle-orm/pg-core');
  const stacks = new WeakMap();
  const watched = new WeakSet();
  const note = (type, ...methods) => {
    for (const method of methods) {
      const build = type.prototype[method];
      type.prototype[method] = function (...input) {
        const built = build.apply(this, input);
        stacks.set(built, captureStack());
        watchSending(built);
        return built;
      };
    }
  };
  /** Notes the stack while a statement of this kind is sent. */
  const watchSending = (statement) => {
    let type = statement;
    while (type && !Object.hasOwn(type, 'then')) type = Object.getPrototypeOf(type);
    if (!type || watched.has(type)) return;
    watched.add(type);
    const send = type.then;
    // oxlint-disable-next-line unicorn/no-thenable
    Object.defineProperty(type, 'then', {
      value(...handlers) {
        builtOn = stacks.get(this);
        try {
          return send.apply(this, handlers);
        } finally {
          builtOn = undefined;
        }
      },
    });
  };
  note(core.PgSelectBuilder, 'from');
  note(core.PgInsertBuilder, 'values', 'select');
  note(core.PgUpdateBuilder, 'set');
  note(core.PgDatabase, 'delete', 'execute', '$count');
}

function captureStack() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const captured = new Error();
  Error.stackTraceLimit = limit;
  return captured;
}

/** The innermost line on the stack that is in the project but not in the modules of `db/`, as `path:line`. */
function callerPlace({ stack = '' }) {
  for (const line of stack.split('\n')) {
    const [, path = '', row] = /(?:file:\/\/)?(\/[^):]+):(\d+):\d+\)?$/.exec(line) ?? [];
    const inside = path.startsWith(root) ? path.slice(root.length) : '';
    if (inside && !/^node_modules\/|^db\/(?!.*\.test\.ts$)|record-statements/.test(inside)) return `${inside}:${row}`;
  }
  return undefined;
}
