"""Client of the Counterfoil API."""

from . import types
from .client import ApiKey, Client, SessionToken, StoreSlug
from .errors import (
    ApiError,
    ConnectionFailedError,
    CounterfoilError,
    SigningError,
    WebhookVerificationError,
)
from .webhooks import WebhookVerifier, verify_standard_webhook

__all__ = [
    "ApiError",
    "ApiKey",
    "Client",
    "ConnectionFailedError",
    "CounterfoilError",
    "SessionToken",
    "SigningError",
    "StoreSlug",
    "WebhookVerificationError",
    "WebhookVerifier",
    "types",
    "verify_standard_webhook",
]
