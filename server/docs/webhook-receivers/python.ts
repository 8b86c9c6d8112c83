import type { ReceiverValues } from '../webhook-receivers.ts';

/** A complete receiver in Python. */
export const pythonReceiver = ({ baseUrl, storeId, environment, port }: ReceiverValues): string =>
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
MAX_AGE_MS = 5 * 60_000

cache = {"at": 0.0, "keys": {}}


def find_key(key_id):
    """Returns a public key as PEM. Keys are cached for five minutes."""
    if time.time() - cache["at"] > 300:
        with urllib.request.urlopen(KEYS_URL, timeout=5) as response:
            keys = json.load(response)["data"][ENVIRONMENT]["keys"]
        cache.update(at=time.time(), keys={key["id"]: key["publicKey"] for key in keys})
    return cache["keys"].get(key_id)


def read_event(headers, body):
    """Verifies a request and returns its event. The body must be the raw bytes."""
    parts = re.fullmatch(r"t=([0-9]{1,16}),v1=(\S+)", headers.get("X-Webhook-Signature", ""))
    key = find_key(headers.get("X-Webhook-Key-Id", ""))
    if not parts or not key:
        raise ValueError("not signed with a published key")
    signed = parts[1].encode() + b"." + body
    try:
        load_pem_public_key(key.encode()).verify(base64.b64decode(parts[2]), signed, PKCS1v15(), SHA256())
    except InvalidSignature:
        raise ValueError("wrong signature") from None
    if abs(time.time() * 1000 - int(parts[1])) > MAX_AGE_MS:
        raise ValueError("too old")
    event = json.loads(body)
    # The same key signs events of other stores.
    if event["storeId"] != STORE_ID:
        raise ValueError("event of another store")
    return event


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            event = read_event(self.headers, self.rfile.read(int(self.headers.get("Content-Length", 0))))
            # Store the event unless its ID is known: deliveries can repeat. Process it later.
            print(event["id"], event["eventType"], event["data"]["orderId"], flush=True)
            self.send_response(204)
        except (ValueError, KeyError, OSError) as error:
            print(error, file=sys.stderr)
            self.send_response(400)
        self.end_headers()


ThreadingHTTPServer(("", ${port}), Receiver).serve_forever()
`;

/** Verifies a webhook's `secret`. */
export const pythonSecret = `import hashlib
import hmac


def is_ours(secret, time, body, given):
    """given: X-Webhook-Secret-Signature. time: t in X-Webhook-Signature."""
    expected = hmac.new(secret.encode(), time.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), given.encode())
`;
