/**
 * Runs programs one after the other in one Node.js process. It reads file paths from standard input and prints each
 * program's output as a JSON line. Starting a process per program would take longer than running it.
 */
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';

for await (const path of createInterface({ input: process.stdin })) {
  let printed = '';
  console.log = (...values: unknown[]) => {
    printed += `${format(...values)}\n`;
  };
  const error = await import(pathToFileURL(path).href).then(
    () => null,
    (reason: unknown) => String(reason),
  );
  process.stdout.write(`${JSON.stringify({ printed, error })}\n`);
}
