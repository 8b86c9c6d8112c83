"""RSA-SHA256 signatures (PKCS#1 v1.5).

Signing uses the ``cryptography`` package if it is installed, and the ``openssl`` program otherwise.
There is no signer in pure Python, because its timing could reveal the private key. Verifying needs
no secret, so it is done here without a dependency.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import shutil
import subprocess
from typing import Callable, Tuple

from .errors import SigningError

Sign = Callable[[bytes], bytes]


def load_signer(private_key: str) -> Sign:
    """Returns a function that signs with a private key in PEM."""
    try:
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import padding, rsa
    except ImportError:
        return openssl_signer(private_key)
    try:
        key = serialization.load_pem_private_key(private_key.encode(), password=None)
    except (ValueError, TypeError):
        # The cause could repeat parts of the key.
        raise SigningError("The private key is not a readable PEM") from None
    if not isinstance(key, rsa.RSAPrivateKey):
        raise SigningError("The private key is not an RSA key")
    return lambda text: key.sign(text, padding.PKCS1v15(), hashes.SHA256())


def openssl_signer(private_key: str) -> Sign:
    """Returns a function that signs with the ``openssl`` program. Needs ``/dev/fd``."""
    program = shutil.which("openssl")
    if program is None or not os.path.isdir("/dev/fd"):
        raise SigningError("Install the package `cryptography`, or the program openssl")
    executable: str = program

    def sign(text: bytes) -> bytes:
        # The key goes through a pipe, so that it is neither in a file nor in the arguments.
        reader, writer = os.pipe()
        try:
            os.write(writer, private_key.encode())
        finally:
            os.close(writer)
        try:
            done = subprocess.run(
                [executable, "dgst", "-sha256", "-sign", f"/dev/fd/{reader}"],
                input=text,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                pass_fds=[reader],
                timeout=30,
            )
        finally:
            os.close(reader)
        if done.returncode != 0:
            raise SigningError("openssl could not sign with the private key")
        return done.stdout

    return sign


def canonical_request(method: str, path: str, timestamp: str, body: bytes) -> bytes:
    """The text that ``X-Signature`` signs."""
    body_hash = base64.b64encode(hashlib.sha256(body).digest()).decode()
    return "\n".join([method, path, timestamp, body_hash]).encode()


def is_signed_by(public_key: str, text: bytes, signature: bytes) -> bool:
    """Whether an RSA public key in PEM (SPKI) verifies a signature."""
    modulus, exponent = read_public_key(public_key)
    length = (modulus.bit_length() + 7) // 8
    if len(signature) != length:
        return False
    number = int.from_bytes(signature, "big")
    if number >= modulus:
        return False
    block = pow(number, exponent, modulus).to_bytes(length, "big")
    digest = _SHA256_INFO + hashlib.sha256(text).digest()
    expected = b"\x00\x01" + b"\xff" * (length - len(digest) - 3) + b"\x00" + digest
    return hmac.compare_digest(block, expected)


# The DER of a DigestInfo with SHA-256, without the digest. (RFC 8017, section 9.2)
_SHA256_INFO = bytes.fromhex("3031300d060960864801650304020105000420")


def read_public_key(pem: str) -> Tuple[int, int]:
    """The modulus and exponent of an RSA public key in PEM (SPKI)."""
    lines = [line for line in pem.strip().splitlines() if not line.startswith("-----")]
    try:
        key, _ = _read(base64.b64decode("".join(lines), validate=True), 0x30)
        _, rest = _read(key, 0x30)
        bits, _ = _read(rest, 0x03)
        numbers, _ = _read(bits[1:], 0x30)
        modulus, rest = _read(numbers, 0x02)
        exponent, _ = _read(rest, 0x02)
    except (ValueError, IndexError):
        raise ValueError("not an RSA public key in PEM") from None
    if len(modulus) < 256:
        raise ValueError("the RSA key is shorter than 2048 bits")
    return int.from_bytes(modulus, "big"), int.from_bytes(exponent, "big")


def _read(der: bytes, tag: int) -> Tuple[bytes, bytes]:
    """The content of a DER element, and what follows it."""
    if der[0] != tag:
        raise ValueError("unexpected element")
    length, start = der[1], 2
    if length & 0x80:
        start += length & 0x7F
        length = int.from_bytes(der[2:start], "big")
    if start + length > len(der):
        raise ValueError("incomplete element")
    return der[start : start + length], der[start + length :]
