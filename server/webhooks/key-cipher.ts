/** Encrypts private keys with AES-256-GCM, with a key derived from APP_SECRET that is stored nowhere. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const form = /^v1\.([\w-]{16})\.([\w-]{22})\.([\w-]+)$/;

/** A key that was encrypted with another APP_SECRET, or was tampered with. */
export class UnreadableWebhookKey extends Error {
  override name = 'UnreadableWebhookKey';

  constructor(environment: string) {
    super(
      `The ${environment} key that signs webhooks cannot be decrypted: APP_SECRET has changed since it was created. ` +
        'Restore the previous APP_SECRET, or create new keys: counterfoil webhook-keys rotate --now',
    );
  }
}

/** The row of a private key, to which its encryption is bound. */
export interface KeyRow {
  readonly id: string;
  readonly environment: string;
}

function cipherKey(appSecret: string | undefined): Uint8Array {
  if (!appSecret) throw new Error('APP_SECRET is not set');
  return new Uint8Array(hkdfSync('sha256', appSecret, '', 'webhook signing keys', 32));
}

const associated = ({ id, environment }: KeyRow): Buffer => Buffer.from(`${environment} ${id}`);

/** Encrypts a private key for its row. */
export function encryptKey(pem: string, row: KeyRow, appSecret: string | undefined): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', cipherKey(appSecret), nonce).setAAD(associated(row));
  const ciphertext = Buffer.concat([cipher.update(pem, 'utf8'), cipher.final()]);
  return ['v1', ...[nonce, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url'))].join('.');
}

/** Decrypts a private key; throws {@link UnreadableWebhookKey}. */
export function decryptKey(encrypted: string, row: KeyRow, appSecret: string | undefined): string {
  const key = cipherKey(appSecret);
  const [, ...parts] = form.exec(encrypted) ?? [];
  const [nonce, tag, ciphertext] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (!nonce || !tag || !ciphertext) throw new UnreadableWebhookKey(row.environment);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
  decipher.setAAD(associated(row)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString();
  } catch {
    throw new UnreadableWebhookKey(row.environment);
  }
}
