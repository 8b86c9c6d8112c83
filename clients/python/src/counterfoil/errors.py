"""Errors of the client."""

from __future__ import annotations

from typing import Any, Dict, List, Optional


class CounterfoilError(Exception):
    """Base class of all errors of this package."""


class ApiError(CounterfoilError):
    """The service refused a call.

    Decide by ``code``, which is stable. ``path`` is the dotted path of the invalid field in the
    body, such as ``media.2.url``, or None. ``entries`` has all entries of the response; the first
    one is the cause. ``data`` is the partial result of a GraphQL query.
    """

    def __init__(
        self,
        status: int,
        entries: List[Dict[str, Any]],
        request_id: Optional[str],
        data: Any = None,
    ) -> None:
        cause = entries[0] if entries else {}
        self.status = status
        self.message: str = cause.get("message", f"The service answered with status {status}")
        self.code: Optional[str] = cause.get("code")
        self.path: Any = cause.get("path")
        self.layer: Optional[str] = cause.get("layer")
        self.entries = entries
        self.request_id = request_id
        self.data = data
        super().__init__(f"{self.message} ({status})")


class ConnectionFailedError(CounterfoilError):
    """No response arrived, after all retries. The outcome of the call is unknown.

    Repeat the call with the same ``idempotency_key`` to learn it.
    """


class SigningError(CounterfoilError):
    """A request could not be signed."""


class WebhookVerificationError(CounterfoilError):
    """A webhook request is not genuine, or too old. Answer with status 400."""
