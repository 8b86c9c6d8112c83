/** Complete webhook receivers for the documentation. The tests run those whose language is installed. */
import { goReceiver, goSecret } from './webhook-receivers/go.ts';
import { phpReceiver, phpSecret } from './webhook-receivers/php.ts';
import { pythonReceiver, pythonSecret } from './webhook-receivers/python.ts';
import { shellReceiver, shellSecret } from './webhook-receivers/shell.ts';
import { typescriptReceiver, typescriptSecret } from './webhook-receivers/typescript.ts';

/** The values that a reader replaces. */
export interface ReceiverValues {
  /** The server's URL. */
  readonly baseUrl: string;
  readonly storeId: string;
  readonly environment: 'test' | 'prod';
  readonly port: number;
}

export interface ReceiverExample {
  readonly language: 'typescript' | 'python' | 'php' | 'go' | 'shell';
  readonly label: string;
  /** The file name to save it as. */
  readonly file: string;
  /** The command that runs it. */
  readonly run: string;
  readonly code: string;
}

/** A receiver in each language. The shell script verifies one saved request. */
export const receiverExamples = (values: ReceiverValues): readonly ReceiverExample[] => [
  {
    language: 'typescript',
    label: 'TypeScript',
    file: 'receiver.ts',
    run: 'node receiver.ts',
    code: typescriptReceiver(values),
  },
  {
    language: 'python',
    label: 'Python',
    file: 'receiver.py',
    run: 'python3 receiver.py',
    code: pythonReceiver(values),
  },
  {
    language: 'php',
    label: 'PHP',
    file: 'receiver.php',
    run: `php -S 0.0.0.0:${values.port} receiver.php`,
    code: phpReceiver(values),
  },
  { language: 'go', label: 'Go', file: 'receiver.go', run: 'go run receiver.go', code: goReceiver(values) },
  {
    language: 'shell',
    label: 'curl + openssl',
    file: 'verify.sh',
    run: 'sh verify.sh headers.txt body.json',
    code: shellReceiver(values),
  },
];

/** Code that verifies a webhook's `secret` in each language. */
export const secretExamples: readonly Pick<ReceiverExample, 'language' | 'label' | 'code'>[] = [
  { language: 'typescript', label: 'TypeScript', code: typescriptSecret },
  { language: 'python', label: 'Python', code: pythonSecret },
  { language: 'php', label: 'PHP', code: phpSecret },
  { language: 'go', label: 'Go', code: goSecret },
  { language: 'shell', label: 'curl + openssl', code: shellSecret },
];
