/** Complete programs that create a product and print a checkout link. The tests run each of them and pay the link. */
import { curlQuickStart } from './curl.ts';
import { goQuickStart } from './go.ts';
import { javascriptQuickStart } from './javascript.ts';
import { phpQuickStart } from './php.ts';
import { pythonQuickStart } from './python.ts';

export interface QuickStart {
  readonly language: 'javascript' | 'python' | 'php' | 'go' | 'curl';
  readonly label: string;
  /** The file name to save the program as, beside `merchant.json`. */
  readonly file: string;
  /** The command that runs the program. */
  readonly run: string;
  readonly requires: string;
  readonly code: string;
}

/** The command that creates a merchant, a store and two API keys. */
export const createMerchantCommand = (email: string): string =>
  `npm run --silent counterfoil -- merchant create --email ${email} --store "My Store" --json > merchant.json`;

/** The quickstart in all languages. */
export const quickStarts = (baseUrl: string): readonly QuickStart[] => [
  {
    language: 'javascript',
    label: 'JavaScript',
    file: 'first-call.mjs',
    run: 'node first-call.mjs',
    requires: 'Node.js 20 or newer',
    code: javascriptQuickStart(baseUrl),
  },
  {
    language: 'python',
    label: 'Python',
    file: 'first_call.py',
    run: 'python3 first_call.py',
    requires: 'Python 3.9 or newer and `pip install cryptography`',
    code: pythonQuickStart(baseUrl),
  },
  {
    language: 'php',
    label: 'PHP',
    file: 'first-call.php',
    run: 'php first-call.php',
    requires: 'PHP 8 with the openssl extension',
    code: phpQuickStart(baseUrl),
  },
  {
    language: 'go',
    label: 'Go',
    file: 'first_call.go',
    run: 'go run first_call.go',
    requires: 'Go 1.20 or newer',
    code: goQuickStart(baseUrl),
  },
  {
    language: 'curl',
    label: 'curl',
    file: 'first-call.sh',
    run: 'sh first-call.sh',
    requires: 'curl 7.76 or newer, openssl and Node.js',
    code: curlQuickStart(baseUrl),
  },
];
