"""Runs the commands of clients/clients.test.ts: one JSON object per line in, one out."""

import json
import sys

from counterfoil import (
    ApiError,
    ApiKey,
    Client,
    CounterfoilError,
    SessionToken,
    StoreSlug,
    WebhookVerifier,
    signing,
    verify_standard_webhook,
)


def snake(name):
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def credential_of(given):
    if "privateKey" in given:
        key = given["privateKey"]
        return ApiKey(given["merchantId"], signing.openssl_signer(key) if given.get("openssl") else key)
    if "slug" in given:
        return StoreSlug(given["slug"], "test")
    return SessionToken(given["token"], "test")


def verify(command):
    """Verifies a request at each of the given times with one verifier."""
    times = list(command["times"])
    verifier = WebhookVerifier(command["baseUrl"], "test", command["storeId"], clock=lambda: times[0])
    while True:
        event = verifier.verify(command["headers"], command["body"].encode())
        if len(times) == 1:
            return event
        times.pop(0)


def run(command):
    kind = command["do"]
    if kind == "verify":
        return verify(command)
    if kind == "verifyStandard":
        clock = {"clock": lambda: command["now"]} if "now" in command else {}
        return verify_standard_webhook(command["secret"], command["headers"], command["body"].encode(), **clock)
    warnings = []
    client = Client(
        command["baseUrl"],
        credential_of(command["credential"]),
        first_delay=0.01,
        timeout=command.get("timeout", 90),
        on_warning=warnings.append,
    )
    if kind == "graphql":
        return client.graphql(command["query"], command["variables"])
    method = getattr(getattr(client, snake(command["resource"])), snake(command["action"]))
    if kind == "read":
        return method(command["query"])
    key = {"idempotency_key": command["key"]} if "key" in command else {}
    data = method(command["body"], **key)
    return {**data, "warnings": warnings} if warnings else data


for line in sys.stdin:
    try:
        answer = {"result": run(json.loads(line))}
    except ApiError as error:
        names = ("status", "code", "path", "message", "layer", "entries", "data")
        answer = {
            "error": {
                "type": "api",
                **{name: getattr(error, name) for name in names},
                "requestId": error.request_id,
                "idempotencyKey": error.idempotency_key,
                "retryAfter": error.retry_after,
            }
        }
    except (CounterfoilError, OSError, ValueError) as error:
        key = getattr(error, "idempotency_key", None)
        answer = {"error": {"type": type(error).__name__, "message": str(error), "idempotencyKey": key}}
    print(json.dumps(answer), flush=True)
