export const pythonQuickStart = (baseUrl: string): string => `import base64
import hashlib
import json
import time
import urllib.request

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

with open("merchant.json") as file:
    merchant = json.load(file)
key = serialization.load_pem_private_key(
    merchant["keys"]["test"]["privateKey"].encode(), password=None
)


def call(action, data):
    path = f"/v1/actions/{action}"
    body = json.dumps(data).encode()
    timestamp = str(int(time.time()))
    body_hash = base64.b64encode(hashlib.sha256(body).digest()).decode()
    canonical_request = "\\n".join(["POST", path, timestamp, body_hash])
    signature = key.sign(
        canonical_request.encode(), padding.PKCS1v15(), hashes.SHA256()
    )
    request = urllib.request.Request(
        "${baseUrl}" + path,
        data=body,
        headers={
            "Content-Type": "application/json",
            "X-Merchant-Id": merchant["merchantId"],
            "X-Timestamp": timestamp,
            "X-Signature": base64.b64encode(signature).decode(),
        },
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]


product = call("onetime-product/create-product", {
    "storeId": merchant["storeId"],
    "name": "Espresso at Home",
    "prices": {"USD": {"amount": "29.00"}},
})["product"]
session = call("checkout/create-session", {
    "storeId": merchant["storeId"],
    "productId": product["id"],
    "currency": "USD",
})
print(session["checkoutUrl"])
`;
