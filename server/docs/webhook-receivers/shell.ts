import type { ReceiverValues } from '../webhook-receivers.ts';

/** The check of one request that was saved, with curl and openssl. */
export const shellReceiver = ({
  baseUrl,
  storeId,
  environment,
}: ReceiverValues): string => `# A request that was saved: its headers, a line each, and its body to the byte.
headers=$1
body=$2

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
refuse() { echo "$1" >&2; exit 1; }
header() { grep -i "^$1:" "$headers" | cut -d: -f2- | tr -d ' \\r\\n'; }

signature=$(header X-Webhook-Signature)
time=\${signature#t=}
time=\${time%%,*}
case $time in '' | *[!0-9]*) refuse 'not signed' ;; esac

curl -fsS --get '${baseUrl}/v1/webhook-keys' -d format=pem -d environment=${environment} \\
  --data-urlencode "id=$(header X-Webhook-Key-Id)" -o "$folder/key.pem" || refuse 'not signed with a published key'
printf %s "\${signature#*,v1=}" | openssl base64 -d -A > "$folder/signature"
{ printf '%s.' "$time"; cat "$body"; } |
  openssl dgst -sha256 -verify "$folder/key.pem" -signature "$folder/signature" || refuse 'wrong signature'

age=$(($(date +%s) - time / 1000))
[ "\${age#-}" -le 300 ] || refuse 'too old'
# Other stores' events are signed with the same key.
grep -q '"storeId":"${storeId}"' "$body" || refuse 'of another store'
`;

/** How a webhook's `secret` is checked. */
export const shellSecret = `{ printf '%s.' "$time"; cat "$body"; } | openssl dgst -sha256 -hmac "$secret" -r | cut -d' ' -f1
`;
