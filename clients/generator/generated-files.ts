/** The generated files of all clients, by path below `clients`. */
import { readModel } from './model.ts';
import { phpFiles } from './php.ts';
import { pythonFiles } from './python.ts';

export function generatedFiles(document: string): ReadonlyMap<string, string> {
  const model = readModel(document);
  return new Map([...pythonFiles(model), ...phpFiles(model)]);
}
