/** Receivers of webhooks, whole programs to paste. The tests run those whose interpreter is there, as they stand here. */
import { goReceiver, goSecret } from './webhook-receivers/go.ts';
import { phpReceiver, phpSecret } from './webhook-receivers/php.ts';
import { pythonReceiver, pythonSecret } from './webhook-receivers/python.ts';
import { shellReceiver, shellSecret } from './webhook-receivers/shell.ts';
import { typescriptReceiver, typescriptSecret } from './webhook-receivers/typescript.ts';

/** What a reader puts in. */
export interface ReceiverValues {
  /** This service's address. */
  readonly baseUrl: string;
  readonly storeId: string;
  readonly environment: 'test' | 'prod';
  readonly port: number;
}

export interface ReceiverExample {
  readonly language: 'typescript' | 'python' | 'php' | 'go' | 'shell';
  readonly label: string;
  /** What to save it as. */
  readonly file: string;
  /** What to type then. */
  readonly run: string;
  readonly code: string;
}

/** A receiver in each language; the shell's checks one request that was saved. */
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

/** How a webhook's `secret` is checked, in a line or two of each language. */
export const secretExamples: readonly Pick<ReceiverExample, 'language' | 'label' | 'code'>[] = [
  { language: 'typescript', label: 'TypeScript', code: typescriptSecret },
  { language: 'python', label: 'Python', code: pythonSecret },
  { language: 'php', label: 'PHP', code: phpSecret },
  { language: 'go', label: 'Go', code: goSecret },
  { language: 'shell', label: 'curl + openssl', code: shellSecret },
];
