/** The server and the API key of the commands for integrators, from options or the environment. */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { callerPath } from '../caller-path.ts';
import { UsageError } from '../usage-error.ts';

/** The options of all commands for integrators, for `parseOptions`. */
export const connectionOptions = {
  url: { type: 'string' },
  'merchant-id': { type: 'string' },
  'private-key-file': { type: 'string' },
  store: { type: 'string' },
} as const;

/** The help of these options. */
export const connectionHelp = `The server and the key:
  --url URL                the service, such as https://pay.example.com (COUNTERFOIL_URL)
  --merchant-id MER_…      the merchant of the key (COUNTERFOIL_MERCHANT_ID)
  --private-key-file FILE  the private key as PEM (COUNTERFOIL_PRIVATE_KEY_FILE, or the key itself in
                           COUNTERFOIL_PRIVATE_KEY)
  --store STORE            slug or STO_…; needed with several stores (COUNTERFOIL_STORE)`;

export type ConnectionValues = { readonly [Name in keyof typeof connectionOptions]?: string | undefined };

export interface Connection {
  /** Without a final slash. */
  readonly url: string;
  readonly merchantId: string;
  /** PEM. */
  readonly privateKey: string;
  /** A slug or `STO_…`; undefined: the merchant's only store. */
  readonly store: string | undefined;
}

/** Reads the connection. Throws a {@link UsageError} that names a missing or invalid setting. */
export function readConnection(values: ConnectionValues, environment = process.env): Connection {
  const needed = (option: keyof typeof connectionOptions, name: string, what: string): string => {
    const value = values[option] || environment[name];
    if (!value) throw new UsageError(`Missing ${name} or --${option}: ${what}`);
    return value;
  };
  const url = readHttpUrl(
    'COUNTERFOIL_URL or --url',
    needed('url', 'COUNTERFOIL_URL', 'the URL of the service, such as https://pay.example.com'),
  );
  const merchantId = needed('merchant-id', 'COUNTERFOIL_MERCHANT_ID', 'the ID of the merchant, MER_…');
  const privateKey = readPrivateKey(values['private-key-file'], environment);
  return {
    url: url.replace(/\/+$/, ''),
    merchantId,
    privateKey,
    store: values.store || environment.COUNTERFOIL_STORE || undefined,
  };
}

/** An http(s) URL. Throws a {@link UsageError} that names the setting. */
export function readHttpUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw new UsageError(`${name}: ${text} is not an http(s) URL`);
}

/** The file of the option wins over the key in the environment, and that over the file in the environment. */
function readPrivateKey(option: string | undefined, environment: NodeJS.ProcessEnv): string {
  const { COUNTERFOIL_PRIVATE_KEY: text, COUNTERFOIL_PRIVATE_KEY_FILE: file } = environment;
  const path = option || (text ? undefined : file);
  if (path === undefined && !text) {
    throw new UsageError('Missing COUNTERFOIL_PRIVATE_KEY, COUNTERFOIL_PRIVATE_KEY_FILE or --private-key-file');
  }
  const name = option ? '--private-key-file' : text ? 'COUNTERFOIL_PRIVATE_KEY' : 'COUNTERFOIL_PRIVATE_KEY_FILE';
  try {
    // Some hosts store a PEM on one line, with `\n`.
    const pem = path === undefined ? (text ?? '').replaceAll('\\n', '\n') : readFileSync(callerPath(path), 'utf8');
    createPrivateKey(pem);
    return pem;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isMissing = path !== undefined && (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR');
    // Without the error's own text, which can repeat the key.
    throw new UsageError(isMissing ? `${name}: cannot read ${path} (${code})` : `${name}: not a private key as PEM`);
  }
}
