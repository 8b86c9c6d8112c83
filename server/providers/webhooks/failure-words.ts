/** Sentences for the merchant about requests without an answer. They reveal nothing of our infrastructure. */

/** No answer came. The message may be shown to the merchant. */
export class WebhookUnreachable extends Error {
  override name = 'WebhookUnreachable';
}

const unknownHost = 'The host name does not exist';
const closed = 'The connection was closed before a response arrived';
const incompleteChain =
  'The certificate is not signed by a trusted authority, or an intermediate certificate is missing';

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: unknownHost,
  ENODATA: unknownHost,
  EBADNAME: unknownHost,
  EAI_AGAIN: 'The host name could not be looked up',
  ETIMEOUT: 'The host name could not be looked up',
  ESERVFAIL: 'The host name could not be looked up',
  EREFUSED: 'The host name could not be looked up',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: closed,
  ECONNABORTED: closed,
  EPIPE: closed,
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
  EADDRNOTAVAIL: 'The host cannot be reached',
  ETIMEDOUT: 'The host does not accept the connection',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  CERT_REVOKED: 'The certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: incompleteChain,
  UNABLE_TO_GET_ISSUER_CERT: incompleteChain,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: incompleteChain,
  HPE_HEADER_OVERFLOW: 'The response headers exceed 16 KiB',
};

const isGarbage = ({ code }: NodeJS.ErrnoException): boolean => code?.startsWith('HPE_') ?? false;
const isTls = (code: string): boolean =>
  code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_');

export const failureWords = {
  private: 'The URL leads to a private network',
  unknownHost,
  closed,
  /** Whether the answer was not HTTP. */
  isGarbage,
  /** The sentence for an error of Node's. */
  of(error: NodeJS.ErrnoException): string {
    const code = error.code ?? '';
    if (Object.hasOwn(words, code)) return words[code] ?? closed;
    if (isGarbage(error)) return 'The response is not valid HTTP';
    return isTls(code) ? 'The TLS connection failed' : 'The request could not be sent';
  },
} as const;
