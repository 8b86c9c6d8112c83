"""Verification of webhook requests."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import http.client
import json
import re
import threading
import time
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, cast

from .errors import WebhookVerificationError
from .signing import is_signed_by
from .types import WebhookEvent

_MAX_AGE_SECONDS = 300
_CACHE_SECONDS = 300


class WebhookVerifier:
    """Verifies ``X-Webhook-Signature`` with the service's published keys.

    :param base_url: the address of the service.
    :param environment: ``test`` or ``prod``.
    :param store_id: only events of this store are accepted. The same key signs events of others.
    :param keys: public keys (PEM) by id, instead of those that the service publishes. Such keys
        must be replaced when the service's keys rotate.
    """

    def __init__(
        self,
        base_url: str,
        environment: str,
        store_id: str,
        *,
        keys: Optional[Mapping[str, str]] = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._url = f"{base_url.rstrip('/')}/v1/webhook-keys?environment={urllib.parse.quote(environment)}"
        self._environment = environment
        self._store_id = store_id
        self._fixed = keys
        self._clock = clock
        self._lock = threading.Lock()
        self._cache: Tuple[float, Mapping[str, str]] = (float("-inf"), {})

    def verify(self, headers: Mapping[str, str], body: bytes) -> WebhookEvent:
        """Returns the event of a genuine request. ``body`` must be the raw bytes.

        Deliveries can repeat: store ``event["id"]`` and skip known ones.

        :raises WebhookVerificationError: the request is not genuine, or older than five minutes.
        :raises OSError: the keys could not be loaded. Answer with 500, and the delivery is retried.
        """
        given = _lower(headers)
        parts = re.fullmatch(r"t=([0-9]{1,16}),v1=([A-Za-z0-9+/]+=*)", given.get("x-webhook-signature", ""))
        key_id = given.get("x-webhook-key-id", "")
        if parts is None or key_id == "":
            raise WebhookVerificationError("The request is not signed")
        key = self._keys().get(key_id)
        if key is None:
            raise WebhookVerificationError("The request is not signed with a published key")
        try:
            signature = base64.b64decode(parts[2], validate=True)
        except binascii.Error:
            raise WebhookVerificationError("The signature is not Base64") from None
        if not is_signed_by(key, parts[1].encode() + b"." + body, signature):
            raise WebhookVerificationError("The signature does not match")
        _require_recent(int(parts[1]) / 1000, self._clock())
        event = _read_event(body)
        if event.get("storeId") != self._store_id or event.get("mode") != self._environment:
            raise WebhookVerificationError("The event belongs to another store or environment")
        return cast(WebhookEvent, event)

    def _keys(self) -> Mapping[str, str]:
        if self._fixed is not None:
            return self._fixed
        with self._lock:
            now = self._clock()
            read_at, keys = self._cache
            # The clock can be set back.
            if not 0 <= now - read_at <= _CACHE_SECONDS:
                keys = self._load()
                self._cache = (now, keys)
            return keys

    def _load(self) -> Mapping[str, str]:
        try:
            with urllib.request.urlopen(self._url, timeout=10) as response:
                published = json.load(response)["data"][self._environment]["keys"]
            return {key["id"]: key["publicKey"] for key in published}
        except (http.client.HTTPException, ValueError, KeyError, TypeError) as error:
            raise OSError("The published keys could not be read") from error


def verify_standard_webhook(
    secret: str,
    headers: Mapping[str, str],
    body: bytes,
    *,
    clock: Callable[[], float] = time.time,
) -> WebhookEvent:
    """Verifies the headers of Standard Webhooks with the webhook's secret, and returns the event.

    :raises WebhookVerificationError: the request is not genuine, or older than five minutes.
    :raises ValueError: the secret is empty.
    """
    # Anyone can sign with an empty key.
    if secret == "":
        raise ValueError("The webhook secret is empty")
    given = _lower(headers)
    delivery, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if delivery == "" or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("The headers of Standard Webhooks are missing")
    signed = f"{delivery}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(_secret_key(secret), signed, hashlib.sha256).digest())
    signatures = [part[3:] for part in given.get("webhook-signature", "").split(" ") if part.startswith("v1,")]
    if not any(hmac.compare_digest(expected, one.encode()) for one in signatures):
        raise WebhookVerificationError("The signature does not match")
    _require_recent(int(timestamp), clock())
    return cast(WebhookEvent, _read_event(body))


def _secret_key(secret: str) -> bytes:
    """The key is padded Base64 after ``whsec_``; any other secret is the key itself."""
    encoded = re.fullmatch(r"whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)", secret)
    return base64.b64decode(encoded[1]) if encoded and encoded[1] else secret.encode()


def _lower(headers: Mapping[str, str]) -> Dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _require_recent(sent_at: float, now: float) -> None:
    if abs(now - sent_at) > _MAX_AGE_SECONDS:
        raise WebhookVerificationError("The request is older than five minutes, or from the future")


def _read_event(body: bytes) -> Dict[str, Any]:
    try:
        event = json.loads(body)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise WebhookVerificationError("The body is not an event")
    return event
