import type { ReceiverValues } from '../webhook-receivers.ts';

/** A script that verifies one saved request with curl and openssl. */
export const shellReceiver = ({
  baseUrl,
  storeId,
  environment,
}: ReceiverValues): string => `# A saved request: its headers, one per line, and its raw body.
headers=$1
body=$2

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "$1" >&2; exit 1; }
header() { grep -i "^$1:" "$headers" | cut -d: -f2- | tr -d ' \\r\\n'; }

signature=$(header X-Webhook-Signature)
time=\${signature#t=}
time=\${time%%,*}
case $time in '' | *[!0-9]*) fail 'not signed' ;; esac

curl -fsS --get '${baseUrl}/v1/webhook-keys' -d format=pem -d environment=${environment} \\
  --data-urlencode "id=$(header X-Webhook-Key-Id)" -o "$folder/key.pem" || fail 'not signed with a published key'
printf %s "\${signature#*,v1=}" | openssl base64 -d -A > "$folder/signature"
{ printf '%s.' "$time"; cat "$body"; } |
  openssl dgst -sha256 -verify "$folder/key.pem" -signature "$folder/signature" || fail 'wrong signature'

age=$(($(date +%s) - time / 1000))
[ "\${age#-}" -le 300 ] || fail 'too old'
# The same key signs events of other stores.
grep -q '"storeId":"${storeId}"' "$body" || fail 'event of another store'
`;

/** Verifies a webhook's `secret`. */
export const shellSecret = `{ printf '%s.' "$time"; cat "$body"; } | openssl dgst -sha256 -hmac "$secret" -r | cut -d' ' -f1
`;
