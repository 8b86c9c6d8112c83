/**
 * Makes a build's modules smaller in memory. Node.js keeps the text of every loaded file: once for each file name, and
 * with two bytes per character if one character is beyond Latin-1.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Escapes characters beyond ASCII in the modules under `folder`, and loads modules of equal text as one. */
export function compactModules(folder: string): void {
  const firstWithText = new Map<string, string>();
  for (const name of globSync('**/*.{js,mjs}', { cwd: folder }).sort()) {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    const key = `${dirname(path)}\n${text}`;
    const first = firstWithText.get(key);
    firstWithText.set(key, first ?? path);
    const compact =
      first && isData(text) ? `module.exports=require(${JSON.stringify(`./${basename(first)}`)});` : inAscii(text);
    if (compact !== text) writeFileSync(path, compact);
  }
}

/** Turbopack writes a chunk for each page that needs it: an array of functions, without state of its own. */
const isData = (text: string) => text.startsWith('module.exports=[');

/**
 * Replaces characters beyond ASCII by escapes, which mean the same in strings, names, comments and regular expressions.
 * After a backslash and in raw strings they would not; a module with such characters stays as it is.
 */
export function inAscii(code: string): string {
  if (/\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f`]/.test(code)) return code;
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
