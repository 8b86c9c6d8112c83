/** How private halves are kept: AES-256-GCM, under a key that is derived from APP_SECRET and stored nowhere. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const form = /^v1\.([\w-]{16})\.([\w-]{22})\.([\w-]+)$/;

/** Raised where a key was encrypted under another APP_SECRET, or was tampered with. */
export class UnreadableWebhookKey extends Error {
  override name = 'UnreadableWebhookKey';

  constructor(environment: string) {
    super(
      `The ${environment} key that signs webhooks cannot be decrypted: APP_SECRET is not the one it was made under. ` +
        'Set that again, or make new keys: counterfoil webhook-keys rotate --now',
    );
  }
}

/** Whose private half it is: it opens in its own row only. */
export interface KeyPlace {
  readonly id: string;
  readonly environment: string;
}

function cipherKey(appSecret: string | undefined): Uint8Array {
  if (!appSecret) throw new Error('APP_SECRET is not set');
  return new Uint8Array(hkdfSync('sha256', appSecret, '', 'webhook signing keys', 32));
}

const associated = ({ id, environment }: KeyPlace): Buffer => Buffer.from(`${environment} ${id}`);

/** A private key, encrypted as its row keeps it. */
export function encryptKey(pem: string, place: KeyPlace, appSecret: string | undefined): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', cipherKey(appSecret), nonce).setAAD(associated(place));
  const hidden = Buffer.concat([cipher.update(pem, 'utf8'), cipher.final()]);
  return ['v1', ...[nonce, cipher.getAuthTag(), hidden].map((part) => part.toString('base64url'))].join('.');
}

/** The private key again. Throws {@link UnreadableWebhookKey}. */
export function decryptKey(kept: string, place: KeyPlace, appSecret: string | undefined): string {
  const key = cipherKey(appSecret);
  const [, ...parts] = form.exec(kept) ?? [];
  const [nonce, tag, hidden] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (!nonce || !tag || !hidden) throw new UnreadableWebhookKey(place.environment);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 });
  decipher.setAAD(associated(place)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(hidden), decipher.final()]).toString();
  } catch {
    throw new UnreadableWebhookKey(place.environment);
  }
}
