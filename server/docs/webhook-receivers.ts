/** Receivers of webhooks, whole programs to paste. The tests run those whose interpreter is there, as they stand here. */

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
    code: typescript(values),
  },
  { language: 'python', label: 'Python', file: 'receiver.py', run: 'python3 receiver.py', code: python(values) },
  {
    language: 'php',
    label: 'PHP',
    file: 'receiver.php',
    run: `php -S 0.0.0.0:${values.port} receiver.php`,
    code: php(values),
  },
  { language: 'go', label: 'Go', file: 'receiver.go', run: 'go run receiver.go', code: go(values) },
  {
    language: 'shell',
    label: 'curl + openssl',
    file: 'verify.sh',
    run: 'sh verify.sh headers.txt body.json',
    code: shell(values),
  },
];

const typescript = ({ baseUrl, storeId, environment, port }: ReceiverValues): string =>
  String.raw`import { verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

const environment = '${environment}';
const keysUrl = '${baseUrl}/v1/webhook-keys?environment=' + environment;
const storeId = '${storeId}';
const longestAgeMs = 5 * 60_000;

let kept = { at: 0, keys: new Map<string, string>() };

/** The published key of that id, as PEM. Keys are kept for five minutes. */
async function findKey(id: string): Promise<string | undefined> {
  if (Date.now() - kept.at > 5 * 60_000) {
    const response = await fetch(keysUrl, { signal: AbortSignal.timeout(5000) });
    if (!response.ok) throw new Error('the keys cannot be read');
    const { data } = await response.json();
    const keys = data[environment].keys as { id: string; publicKey: string }[];
    kept = { at: Date.now(), keys: new Map(keys.map((key) => [key.id, key.publicKey])) };
  }
  return kept.keys.get(id);
}

/** The event, or an error that says why it is not believed. The body: the very bytes that came. */
async function readEvent(headers: IncomingHttpHeaders, body: Buffer) {
  const form = /^t=(\d{1,16}),v1=(\S+)$/;
  const [, time, signature] = form.exec(String(headers['x-webhook-signature'])) ?? [];
  const key = await findKey(String(headers['x-webhook-key-id']));
  if (!time || !signature || !key) throw new Error('not signed with a published key');
  const signed = Buffer.concat([Buffer.from(time + '.'), body]);
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64'))) throw new Error('wrong signature');
  if (Math.abs(Date.now() - Number(time)) > longestAgeMs) throw new Error('too old');
  const event = JSON.parse(body.toString());
  // Other stores' events are signed with the same key.
  if (event.storeId !== storeId) throw new Error('of another store');
  return event;
}

createServer(async (request, response) => {
  try {
    const event = await readEvent(request.headers, await buffer(request));
    // Keep it, unless there is one with this id already: the same event may come again. The work is for later.
    console.log(event.id, event.eventType, event.data.orderId);
    response.writeHead(204).end();
  } catch (reason) {
    console.error(reason);
    response.writeHead(400).end();
  }
}).listen(${port});
`;

const python = ({ baseUrl, storeId, environment, port }: ReceiverValues): string =>
  String.raw`# pip install cryptography
import base64
import json
import re
import sys
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_public_key

ENVIRONMENT = "${environment}"
KEYS_URL = "${baseUrl}/v1/webhook-keys?environment=" + ENVIRONMENT
STORE_ID = "${storeId}"
LONGEST_AGE_MS = 5 * 60_000

kept = {"at": 0.0, "keys": {}}


def find_key(key_id):
    """The published key of that id, as PEM. Keys are kept for five minutes."""
    if time.time() - kept["at"] > 300:
        with urllib.request.urlopen(KEYS_URL, timeout=5) as response:
            keys = json.load(response)["data"][ENVIRONMENT]["keys"]
        kept.update(at=time.time(), keys={key["id"]: key["publicKey"] for key in keys})
    return kept["keys"].get(key_id)


def read_event(headers, body):
    """The event, or ValueError that says why it is not believed. body: the very bytes that came."""
    parts = re.fullmatch(r"t=([0-9]{1,16}),v1=(\S+)", headers.get("X-Webhook-Signature", ""))
    key = find_key(headers.get("X-Webhook-Key-Id", ""))
    if not parts or not key:
        raise ValueError("not signed with a published key")
    signed = parts[1].encode() + b"." + body
    try:
        load_pem_public_key(key.encode()).verify(base64.b64decode(parts[2]), signed, PKCS1v15(), SHA256())
    except InvalidSignature:
        raise ValueError("wrong signature") from None
    if abs(time.time() * 1000 - int(parts[1])) > LONGEST_AGE_MS:
        raise ValueError("too old")
    event = json.loads(body)
    # Other stores' events are signed with the same key.
    if event["storeId"] != STORE_ID:
        raise ValueError("of another store")
    return event


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            event = read_event(self.headers, self.rfile.read(int(self.headers.get("Content-Length", 0))))
            # Keep it, unless there is one with this id already: the same event may come again. The work is for later.
            print(event["id"], event["eventType"], event["data"]["orderId"], flush=True)
            self.send_response(204)
        except (ValueError, KeyError, OSError) as reason:
            print(reason, file=sys.stderr)
            self.send_response(400)
        self.end_headers()


ThreadingHTTPServer(("", ${port}), Receiver).serve_forever()
`;

const php = ({ baseUrl, storeId, environment }: ReceiverValues): string =>
  String.raw`<?php
// PHP 8 with its openssl extension.
const ENVIRONMENT = '${environment}';
const KEYS_URL = '${baseUrl}/v1/webhook-keys?environment=' . ENVIRONMENT;
const STORE_ID = '${storeId}';
const LONGEST_AGE_MS = 5 * 60_000;

/** The published key of that id, as PEM. Keys are kept beside this file for five minutes. */
function findKey(string $id): ?string
{
    $file = __DIR__ . '/webhook-keys.json';
    if (!is_file($file) || time() - filemtime($file) > 300) {
        $json = file_get_contents(KEYS_URL);
        if ($json === false) {
            throw new RuntimeException('the keys cannot be read');
        }
        file_put_contents("$file.new", $json);
        rename("$file.new", $file);
    }
    $published = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
    return array_column($published['data'][ENVIRONMENT]['keys'], 'publicKey', 'id')[$id] ?? null;
}

/** The event, or an exception that says why it is not believed. The body: the very bytes that came. */
function readEvent(string $body): array
{
    $isSigned = preg_match('/^t=(\d{1,16}),v1=(\S+)\z/', $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '', $parts);
    $key = findKey($_SERVER['HTTP_X_WEBHOOK_KEY_ID'] ?? '');
    if (!$isSigned || $key === null) {
        throw new RuntimeException('not signed with a published key');
    }
    [, $time, $signature] = $parts;
    if (openssl_verify($time . '.' . $body, base64_decode($signature), $key, OPENSSL_ALGO_SHA256) !== 1) {
        throw new RuntimeException('wrong signature');
    }
    if (abs(microtime(true) * 1000 - (int) $time) > LONGEST_AGE_MS) {
        throw new RuntimeException('too old');
    }
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    // Other stores' events are signed with the same key.
    if ($event['storeId'] !== STORE_ID) {
        throw new RuntimeException('of another store');
    }
    return $event;
}

try {
    $event = readEvent(file_get_contents('php://input'));
    // Keep it, unless there is one with this id already: the same event may come again. The work is for later.
    error_log($event['id'] . ' ' . $event['eventType'] . ' ' . $event['data']['orderId']);
    http_response_code(204);
} catch (Throwable $reason) {
    error_log($reason->getMessage());
    http_response_code(400);
}
`;

const go = ({ baseUrl, storeId, environment, port }: ReceiverValues): string =>
  `package main

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"time"
)

const (
	environment = "${environment}"
	keysURL     = "${baseUrl}/v1/webhook-keys?environment=" + environment
	storeID     = "${storeId}"
	longestAge  = 5 * time.Minute
)

var signatureForm = regexp.MustCompile("^t=([0-9]{1,16}),v1=([^ ]+)$")

var kept struct {
	sync.Mutex
	at   time.Time
	keys map[string]string
}

// The published key of that id. Keys are kept for five minutes.
func findKey(id string) (*rsa.PublicKey, error) {
	kept.Lock()
	defer kept.Unlock()
	if time.Since(kept.at) > 5*time.Minute {
		if err := readKeys(); err != nil {
			return nil, err
		}
	}
	block, _ := pem.Decode([]byte(kept.keys[id]))
	if block == nil {
		return nil, errors.New("not signed with a published key")
	}
	parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	key, isRSA := parsed.(*rsa.PublicKey)
	if !isRSA {
		return nil, errors.New("not an RSA key")
	}
	return key, nil
}

func readKeys() error {
	client := http.Client{Timeout: 5 * time.Second}
	response, err := client.Get(keysURL)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return errors.New("the keys cannot be read")
	}
	var published struct {
		Data map[string]struct {
			Keys []struct{ ID, PublicKey string }
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&published); err != nil {
		return err
	}
	keys := map[string]string{}
	for _, key := range published.Data[environment].Keys {
		keys[key.ID] = key.PublicKey
	}
	kept.at, kept.keys = time.Now(), keys
	return nil
}

type event struct {
	ID, EventType, StoreID string
	Data                   struct{ OrderID string }
}

// The event, or an error that says why it is not believed. body: the very bytes that came.
func readEvent(header http.Header, body []byte) (*event, error) {
	parts := signatureForm.FindStringSubmatch(header.Get("X-Webhook-Signature"))
	if parts == nil {
		return nil, errors.New("not signed")
	}
	key, err := findKey(header.Get("X-Webhook-Key-Id"))
	if err != nil {
		return nil, err
	}
	signature, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(append([]byte(parts[1]+"."), body...))
	if err := rsa.VerifyPKCS1v15(key, crypto.SHA256, digest[:], signature); err != nil {
		return nil, err
	}
	milliseconds, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return nil, err
	}
	if age := time.Since(time.UnixMilli(milliseconds)); age > longestAge || age < -longestAge {
		return nil, errors.New("too old")
	}
	var told event
	if err := json.Unmarshal(body, &told); err != nil {
		return nil, err
	}
	// Other stores' events are signed with the same key.
	if told.StoreID != storeID {
		return nil, errors.New("of another store")
	}
	return &told, nil
}

func receive(writer http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, 1<<20))
	if err == nil {
		var told *event
		if told, err = readEvent(request.Header, body); err == nil {
			// Keep it, unless there is one with this id already: the same event may come again. The work is for later.
			log.Println(told.ID, told.EventType, told.Data.OrderID)
			writer.WriteHeader(http.StatusNoContent)
			return
		}
	}
	log.Println(err)
	writer.WriteHeader(http.StatusBadRequest)
}

func main() {
	http.HandleFunc("/", receive)
	log.Fatal(http.ListenAndServe(":${port}", nil))
}
`;

const shell = ({
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

/** How a webhook's `secret` is checked, in a line or two of each language. */
export const secretExamples: readonly Pick<ReceiverExample, 'language' | 'label' | 'code'>[] = [
  {
    language: 'typescript',
    label: 'TypeScript',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';

/** given: X-Webhook-Secret-Signature. time: the t of X-Webhook-Signature. */
export function isOurs(secret: string, time: string, body: Buffer, given: string): boolean {
  const [expected, actual] = [
    createHmac('sha256', secret).update(time + '.').update(body).digest(),
    Buffer.from(given, 'hex'),
  ];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
`,
  },
  {
    language: 'python',
    label: 'Python',
    code: `import hashlib
import hmac


def is_ours(secret, time, body, given):
    """given: X-Webhook-Secret-Signature. time: the t of X-Webhook-Signature."""
    expected = hmac.new(secret.encode(), time.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), given.encode())
`,
  },
  {
    language: 'php',
    label: 'PHP',
    code: `/** $given: X-Webhook-Secret-Signature. $time: the t of X-Webhook-Signature. */
function isOurs(string $secret, string $time, string $body, string $given): bool
{
    return hash_equals(hash_hmac('sha256', $time . '.' . $body, $secret), $given);
}
`,
  },
  {
    language: 'go',
    label: 'Go',
    code: `// given: X-Webhook-Secret-Signature. time: the t of X-Webhook-Signature.
func isOurs(secret, time string, body []byte, given string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(append([]byte(time+"."), body...))
	actual, err := hex.DecodeString(given)
	return err == nil && hmac.Equal(actual, mac.Sum(nil))
}
`,
  },
  {
    language: 'shell',
    label: 'curl + openssl',
    code: `{ printf '%s.' "$time"; cat "$body"; } | openssl dgst -sha256 -hmac "$secret" -r | cut -d' ' -f1
`,
  },
];
