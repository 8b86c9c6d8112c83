/**
 * A Node.js that runs one program after the other, each read from a file that it is told of on its standard input, and
 * says in a line of JSON what that printed: to start one for each of a hundred programs takes longer than to run them.
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
