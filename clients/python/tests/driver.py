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


def run(command):
    kind = command["do"]
    clock = {"clock": lambda: command["now"]} if "now" in command else {}
    if kind == "verify":
        verifier = WebhookVerifier(command["baseUrl"], "test", command["storeId"], **clock)
        return verifier.verify(command["headers"], command["body"].encode())
    if kind == "verifyStandard":
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
        names = ("status", "code", "path", "message", "layer", "data", "request_id")
        answer = {"error": {"type": "api", **{name.replace("request_id", "requestId"): getattr(error, name) for name in names}}}
    except CounterfoilError as error:
        answer = {"error": {"type": type(error).__name__, "message": str(error)}}
    print(json.dumps(answer), flush=True)
