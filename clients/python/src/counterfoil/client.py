"""The client: signs calls, retries them and turns refusals into errors."""

from __future__ import annotations

import base64
import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, List, Mapping, Optional, Union

from .actions import Actions
from .errors import ApiError, ConnectionFailedError, CounterfoilError
from .signing import Sign, canonical_request, load_signer


class ApiKey:
    """A merchant's API key, for servers. The key determines the environment.

    ``private_key`` is the PEM, or a function that signs bytes with RSA-SHA256 (PKCS#1 v1.5), for
    example by a key management service.
    """

    def __init__(self, merchant_id: str, private_key: Union[str, Sign]) -> None:
        self._merchant_id = merchant_id
        self._sign = private_key if callable(private_key) else load_signer(private_key)

    def headers(self, method: str, path: str, body: bytes) -> Dict[str, str]:
        timestamp = str(int(time.time()))
        signature = self._sign(canonical_request(method, path, timestamp, body))
        return {
            "X-Merchant-Id": self._merchant_id,
            "X-Timestamp": timestamp,
            "X-Signature": base64.b64encode(signature).decode(),
        }


@dataclass(frozen=True)
class StoreSlug:
    """A store's public name, for checkouts without a server."""

    slug: str
    environment: str

    def headers(self, method: str, path: str, body: bytes) -> Dict[str, str]:
        return {"X-Store-Slug": self.slug, "X-Environment": self.environment}


@dataclass(frozen=True)
class SessionToken:
    """The token of one customer, from ``auth.issue_session_token``."""

    token: str
    environment: str

    def __repr__(self) -> str:
        return f"SessionToken(environment={self.environment!r})"

    def headers(self, method: str, path: str, body: bytes) -> Dict[str, str]:
        return {"Authorization": f"Bearer {self.token}", "X-Environment": self.environment}


Credential = Union[ApiKey, StoreSlug, SessionToken]

_RETRIED_STATUSES = (429, 500, 502, 503, 504)
_MAX_DELAY = 60.0


class Client(Actions):
    """A client of one Counterfoil service. It can be shared between threads.

    :param base_url: the address of the service, such as ``https://pay.example.com``.
    :param credential: who calls.
    :param max_retries: how often a call is repeated that got no response, 429, 500, 502, 503 or
        504. Repeats have the same idempotency key.
    :param first_delay: seconds before the first repeat. Each further one doubles it, unless the
        response has ``Retry-After``. A call is not repeated if that is longer than a minute.
    :param timeout: seconds to wait for a response.
    :param on_warning: called with each entry of ``warnings`` in responses.
    """

    def __init__(
        self,
        base_url: str,
        credential: Credential,
        *,
        max_retries: int = 3,
        first_delay: float = 1.0,
        timeout: float = 90.0,
        on_warning: Optional[Callable[[Dict[str, Any]], None]] = None,
    ) -> None:
        if urllib.parse.urlsplit(base_url).scheme not in ("http", "https"):
            raise CounterfoilError("base_url must start with http:// or https://")
        super().__init__(self)
        self._base_url = base_url.rstrip("/")
        self._credential = credential
        self._max_retries = max_retries
        self._first_delay = first_delay
        self._timeout = timeout
        self._on_warning = on_warning

    def call(self, path: str, body: Mapping[str, Any], idempotency_key: Optional[str] = None) -> Any:
        """Calls an action and returns ``data``. Use it for actions newer than this package.

        :raises ApiError: the service refused the call, or the response is not from the API.
        :raises ConnectionFailedError: no response arrived.
        """
        return self._send("POST", path, _encode(body), idempotency_key or str(uuid.uuid4())).data()

    def read(self, path: str, query: Mapping[str, Any]) -> Any:
        """Reads with a signed GET and returns ``data``.

        :raises ApiError: the service refused the call, or the response is not from the API.
        :raises ConnectionFailedError: no response arrived.
        """
        values = {
            name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()
        }
        return self._send("GET", f"{path}?{urllib.parse.urlencode(values)}", b"").data()

    def graphql(
        self,
        query: str,
        variables: Optional[Mapping[str, Any]] = None,
        operation_name: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Runs a GraphQL query and returns ``data``.

        :raises ApiError: the query has errors, and ``data`` of the error is the partial result; or
            the response is not from the API.
        :raises ConnectionFailedError: no response arrived.
        """
        body = {"query": query, "variables": variables or {}, "operationName": operation_name}
        answer = self._send("POST", "/v1/graphql", _encode(body))
        data = answer.data()
        if not isinstance(data, dict):
            raise answer.error()
        return data

    def _send(self, method: str, path: str, content: bytes, key: Optional[str] = None) -> _Answer:
        attempt = 0
        while True:
            retry_after = None
            try:
                answer = self._attempt(method, path, content, key)
            except (OSError, http.client.HTTPException) as error:
                if attempt >= self._max_retries:
                    raise ConnectionFailedError(f"No response from {self._base_url}: {error}", key) from error
            else:
                if attempt >= self._max_retries or not answer.is_retryable():
                    self._report(answer.envelope)
                    return answer
                retry_after = answer.retry_after
            if retry_after is None:
                delay = self._first_delay * 2**attempt * random.uniform(0.5, 1)
                retry_after = min(delay, _MAX_DELAY)
            time.sleep(retry_after)
            attempt += 1

    def _attempt(self, method: str, path: str, content: bytes, key: Optional[str]) -> _Answer:
        # Signed anew for each attempt, because a signature is valid for five minutes.
        request = urllib.request.Request(
            self._base_url + path,
            data=content if method == "POST" else None,
            headers={
                **({"Content-Type": "application/json"} if method == "POST" else {}),
                "Accept": "application/json",
                "User-Agent": "counterfoil-python",
                **({} if key is None else {"X-Idempotency-Key": key}),
                **self._credential.headers(method, path, content),
            },
            method=method,
        )
        try:
            with _opener.open(request, timeout=self._timeout) as response:
                return _read_answer(response.status, response.headers, response.read(), key)
        except urllib.error.HTTPError as error:
            with error:
                return _read_answer(error.code, error.headers, error.read(), key)

    def _report(self, envelope: Mapping[str, Any]) -> None:
        if self._on_warning is not None:
            for warning in envelope.get("warnings") or []:
                self._on_warning(warning)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer, because a signature belongs to one path and credentials to one host."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def _encode(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


@dataclass(frozen=True)
class _Answer:
    """A response. ``envelope`` is empty if the response is no JSON object, such as a proxy's page."""

    status: int
    envelope: Mapping[str, Any]
    request_id: Optional[str]
    retry_after: Optional[float]
    idempotency_key: Optional[str]

    def data(self) -> Any:
        """The ``data`` of a success.

        :raises ApiError: the response is a refusal, or no envelope.
        """
        if self.status != 200 or "data" not in self.envelope or self.envelope.get("errors"):
            raise self.error()
        return self.envelope["data"]

    def error(self) -> ApiError:
        return ApiError(
            self.status,
            self.entries(),
            self.request_id,
            self.envelope.get("data"),
            idempotency_key=self.idempotency_key,
            retry_after=self.retry_after,
        )

    def entries(self) -> List[Dict[str, Any]]:
        entries = self.envelope.get("errors")
        if not isinstance(entries, list):
            return []
        return [_dotted(entry) for entry in entries if isinstance(entry, dict)]

    def is_retryable(self) -> bool:
        # The caller decides about a longer wait.
        if self.retry_after is not None and self.retry_after > _MAX_DELAY:
            return False
        if self.status in _RETRIED_STATUSES:
            return True
        # The first attempt still runs.
        return self.status == 409 and any(
            entry.get("code") == "idempotency_conflict" for entry in self.entries()
        )


def _read_answer(status: int, headers: Mapping[str, str], text: bytes, key: Optional[str]) -> _Answer:
    try:
        envelope = json.loads(text)
    except ValueError:
        envelope = None
    return _Answer(
        status,
        envelope if isinstance(envelope, dict) else {},
        headers.get("X-Request-Id"),
        _seconds_until(headers.get("Retry-After", "").strip()),
        key,
    )


def _seconds_until(retry_after: str) -> Optional[float]:
    """The wait that ``Retry-After`` asks for, as seconds or as a date."""
    if re.fullmatch(r"[0-9]+", retry_after):
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def _dotted(entry: Dict[str, Any]) -> Dict[str, Any]:
    """An entry of GraphQL has its path as a list."""
    path = entry.get("path")
    return {**entry, "path": ".".join(map(str, path))} if isinstance(path, list) else entry
