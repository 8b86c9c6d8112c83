"""Errors of the client."""

from __future__ import annotations

from typing import Any, Dict, List, Optional


class CounterfoilError(Exception):
    """Base class of all errors of this package."""


class ApiError(CounterfoilError):
    """The service refused a call, or the response is not from the API.

    Decide by ``code``, which is stable. ``path`` is the dotted path of the invalid field in the
    body, such as ``media.2.url``, or of the field in a GraphQL query, such as ``stores.0.id``, or
    None. ``entries`` has all entries of the response; the first one is the cause. ``data`` is the
    partial result of a GraphQL query. ``idempotency_key`` is the key of an action's call.
    ``retry_after`` is the number of seconds that the service asks to wait, or None.
    """

    def __init__(
        self,
        status: int,
        entries: List[Dict[str, Any]],
        request_id: Optional[str],
        data: Any = None,
        *,
        idempotency_key: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        # An entry of another service can have values of any type.
        cause = {name: value for name, value in (entries or [{}])[0].items() if isinstance(value, str)}
        self.status = status
        self.message: str = cause.get("message", "The response is not from the Counterfoil API")
        self.code: Optional[str] = cause.get("code")
        self.path: Optional[str] = cause.get("path")
        self.layer: Optional[str] = cause.get("layer")
        self.entries = entries
        self.request_id = request_id
        self.data = data
        self.idempotency_key = idempotency_key
        self.retry_after = retry_after
        super().__init__(f"{self.message} ({status})")


class ConnectionFailedError(CounterfoilError):
    """No response arrived, after all retries. The outcome of the call is unknown.

    Repeat an action's call with ``idempotency_key`` to learn it. The key is None for reads, which
    need none.
    """

    def __init__(self, message: str, idempotency_key: Optional[str] = None) -> None:
        self.idempotency_key = idempotency_key
        super().__init__(message)


class SigningError(CounterfoilError):
    """A request could not be signed."""


class WebhookVerificationError(CounterfoilError):
    """A webhook request is not genuine, or too old. Answer with status 400."""
