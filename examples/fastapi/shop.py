"""A shop with FastAPI: sells access to a page, verifies webhooks, and grants or withdraws the access."""

import os
import re
import uuid
from pathlib import Path
from typing import Optional, Tuple

from counterfoil import ApiKey, Client, WebhookVerificationError, WebhookVerifier
from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse

base_url = os.environ["COUNTERFOIL_URL"]
product_id = os.environ["COUNTERFOIL_PRODUCT_ID"]
shop_url = os.environ.get("SHOP_URL", "http://localhost:4000")
private_key = Path(os.environ.get("COUNTERFOIL_PRIVATE_KEY_FILE", "test-key.pem")).read_text()

client = Client(base_url, ApiKey(os.environ["COUNTERFOIL_MERCHANT_ID"], private_key))
webhooks = WebhookVerifier(base_url, "test", os.environ["COUNTERFOIL_STORE_ID"])

# The paid and refunded orders by ID. Use a table of your database instead: this dictionary is empty after a restart.
orders = {}

app = FastAPI()


def has_access(visitor: str) -> bool:
    return any(order["visitor"] == visitor and not order["is_refunded"] for order in orders.values())


def visitor_of(request: Request) -> Tuple[str, bool]:
    """The visitor's ID from a cookie, and whether it is new. Use the ID of your signed-in user instead."""
    known = request.cookies.get("visitor", "")
    return (known, False) if re.fullmatch(r"[0-9a-f-]{36}", known) else (str(uuid.uuid4()), True)


def page(title: str, body: str, status: int = 200, refresh: Optional[int] = None) -> HTMLResponse:
    html = f'<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    headers = {} if refresh is None else {"Refresh": str(refresh)}
    return HTMLResponse(f"{html}<h1>{title}</h1>{body}</html>", status, headers)


@app.get("/")
def shop() -> Response:
    return page("Members’ library", '<form method="post" action="/buy"><button>Buy access</button></form>')


@app.post("/buy")
def buy(request: Request) -> Response:
    visitor, is_new = visitor_of(request)
    session = client.checkout.create_session(
        {
            "productId": product_id,
            "currency": "USD",
            "successUrl": f"{shop_url}/members",
            # Only an API key can set it, so the webhook can trust it. Metadata can come from a public checkout.
            "orderMerchantExternalId": visitor,
        }
    )
    response = RedirectResponse(session["checkoutUrl"], 303)
    if is_new:
        response.set_cookie("visitor", visitor, httponly=True, samesite="lax", secure=shop_url.startswith("https"))
    return response


@app.get("/members")
def read_members(request: Request) -> Response:
    visitor, _ = visitor_of(request)
    if has_access(visitor):
        return page("Welcome", "<p>You have access.</p>")
    # The buyer can return before the webhook arrives.
    return page("Waiting for your payment", '<p><a href="/">Back</a></p>', 402, refresh=1)


@app.post("/webhooks")
async def receive(request: Request) -> Response:
    # The signature covers the exact bytes. Reading the public keys must not hold up other requests.
    try:
        event = await run_in_threadpool(webhooks.verify, request.headers, await request.body())
    except WebhookVerificationError:
        return Response(status_code=400)
    # After another error, FastAPI answers 500 and the server delivers the webhook again.
    data = event["data"]
    visitor = data.get("orderMerchantExternalId")
    # Deliveries can repeat and arrive in any order.
    if event["eventType"] == "order.completed":
        orders.setdefault(data["orderId"], {"visitor": visitor, "is_refunded": False})
    if event["eventType"] == "refund.succeeded" and data["refundedAmount"] == data["originalChargedAmount"]:
        orders[data["orderId"]] = {"visitor": visitor, "is_refunded": True}
    return Response(status_code=204)
