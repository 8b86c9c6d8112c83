/** The client of a measurement, in a process of its own as clients are: it is told the case, what to send, and how. */

import { answerAsked } from '../children.ts';
import { type CaseName, cases } from './cases/index.ts';
import { type Load, load } from './load.ts';

/** What to send, once; then how, again and again. */
export type ClientMessage = { readonly name: CaseName; readonly material: unknown } | Load;

let begin: Parameters<typeof load>[1] | undefined;

answerAsked(async (message: ClientMessage) => {
  if ('name' in message) {
    const { name, material } = message;
    begin = (number) => cases[name].journey(material, number);
    return undefined;
  }
  if (!begin) throw new Error('The client does not know what to send');
  return await load(message, begin);
});
