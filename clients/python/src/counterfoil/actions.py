# Generated from clients/openapi.json by `npm run clients`. Do not edit.
"""A method for each action of the API."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Protocol

from . import types


class _Caller(Protocol):
    def call(self, path: str, body: Mapping[str, Any], idempotency_key: Optional[str] = None) -> Any: ...

    def read(self, path: str, query: Mapping[str, Any]) -> Any: ...


class StoreActions:
    """Stores. A store sells products. Manage stores, their settings and their webhooks."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def add_webhook(
        self, body: types.AddStoreWebhookRequest, *, idempotency_key: Optional[str] = None
    ) -> types.AddStoreWebhookData:
        """Register a webhook for a store’s events.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.AddStoreWebhookData = self._caller.call(
            "/v1/actions/store/add-webhook", body, idempotency_key
        )
        return result

    def create_store(
        self, body: types.CreateStoreRequest, *, idempotency_key: Optional[str] = None
    ) -> types.CreateStoreData:
        """Create a store owned by the calling merchant.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.CreateStoreData = self._caller.call(
            "/v1/actions/store/create-store", body, idempotency_key
        )
        return result

    def delete_store(
        self, body: types.DeleteStoreRequest, *, idempotency_key: Optional[str] = None
    ) -> types.DeleteStoreData:
        """Delete a store permanently; rejected while anything in it is in use.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.DeleteStoreData = self._caller.call(
            "/v1/actions/store/delete-store", body, idempotency_key
        )
        return result

    def remove_webhook(
        self, body: types.RemoveStoreWebhookRequest, *, idempotency_key: Optional[str] = None
    ) -> types.RemoveStoreWebhookData:
        """Delete a webhook.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.RemoveStoreWebhookData = self._caller.call(
            "/v1/actions/store/remove-webhook", body, idempotency_key
        )
        return result

    def update_store(
        self, body: types.UpdateStoreRequest, *, idempotency_key: Optional[str] = None
    ) -> types.UpdateStoreData:
        """Update the given fields of a store.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.UpdateStoreData = self._caller.call(
            "/v1/actions/store/update-store", body, idempotency_key
        )
        return result

    def update_webhook(
        self, body: types.UpdateStoreWebhookRequest, *, idempotency_key: Optional[str] = None
    ) -> types.UpdateStoreWebhookData:
        """Update the given fields of a webhook.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.UpdateStoreWebhookData = self._caller.call(
            "/v1/actions/store/update-webhook", body, idempotency_key
        )
        return result


class OnetimeProductActions:
    """One-time products. Products with a single payment. Created in test, published to prod, and
    versioned.
    """

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def create_product(
        self, body: types.CreateOnetimeProductRequest, *, idempotency_key: Optional[str] = None
    ) -> types.CreateOnetimeProductData:
        """Create a one-time product in test.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.CreateOnetimeProductData = self._caller.call(
            "/v1/actions/onetime-product/create-product", body, idempotency_key
        )
        return result

    def publish_product(
        self, body: types.PublishOnetimeProductRequest, *, idempotency_key: Optional[str] = None
    ) -> types.PublishOnetimeProductData:
        """Copy a one-time product’s current test version to prod, once.

        Callers: API key.

        An API key with limited scopes needs `administer`.

        Rejects the `X-Environment` header.
        """
        result: types.PublishOnetimeProductData = self._caller.call(
            "/v1/actions/onetime-product/publish-product", body, idempotency_key
        )
        return result

    def update_product(
        self, body: types.UpdateOnetimeProductRequest, *, idempotency_key: Optional[str] = None
    ) -> types.UpdateOnetimeProductData:
        """Update a one-time product’s content as a new version.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.UpdateOnetimeProductData = self._caller.call(
            "/v1/actions/onetime-product/update-product", body, idempotency_key
        )
        return result

    def update_status(
        self, body: types.UpdateOnetimeProductStatusRequest, *, idempotency_key: Optional[str] = None
    ) -> types.UpdateOnetimeProductStatusData:
        """Activate or deactivate a one-time product.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.UpdateOnetimeProductStatusData = self._caller.call(
            "/v1/actions/onetime-product/update-status", body, idempotency_key
        )
        return result


class SubscriptionProductActions:
    """Subscription products. Products with recurring payments and an optional free trial."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def create_product(
        self, body: types.CreateSubscriptionProductRequest, *, idempotency_key: Optional[str] = None
    ) -> types.SubscriptionProductWithVersions:
        """Create a subscription product in test.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.SubscriptionProductWithVersions = self._caller.call(
            "/v1/actions/subscription-product/create-product", body, idempotency_key
        )
        return result

    def publish_product(
        self, body: types.PublishSubscriptionProductRequest, *, idempotency_key: Optional[str] = None
    ) -> types.PublishSubscriptionProductData:
        """Copy a subscription product’s current test version to prod, once.

        Callers: API key.

        An API key with limited scopes needs `administer`.

        Rejects the `X-Environment` header.
        """
        result: types.PublishSubscriptionProductData = self._caller.call(
            "/v1/actions/subscription-product/publish-product", body, idempotency_key
        )
        return result

    def update_product(
        self, body: types.UpdateSubscriptionProductRequest, *, idempotency_key: Optional[str] = None
    ) -> types.UpdateSubscriptionProductData:
        """Update a subscription product’s content as a new version.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.UpdateSubscriptionProductData = self._caller.call(
            "/v1/actions/subscription-product/update-product", body, idempotency_key
        )
        return result

    def update_status(
        self, body: types.UpdateSubscriptionProductStatusRequest, *, idempotency_key: Optional[str] = None
    ) -> types.UpdateSubscriptionProductStatusData:
        """Activate or deactivate a subscription product.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.UpdateSubscriptionProductStatusData = self._caller.call(
            "/v1/actions/subscription-product/update-status", body, idempotency_key
        )
        return result


class SubscriptionProductGroupActions:
    """Plan groups. Related subscription plans in display order. A group can limit customers to one
    free trial.
    """

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def create_group(
        self, body: types.CreateSubscriptionProductGroupRequest, *, idempotency_key: Optional[str] = None
    ) -> types.CreateSubscriptionProductGroupData:
        """Create a group of subscription products.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.CreateSubscriptionProductGroupData = self._caller.call(
            "/v1/actions/subscription-product-group/create-group", body, idempotency_key
        )
        return result

    def delete_group(
        self, body: types.DeleteSubscriptionProductGroupRequest, *, idempotency_key: Optional[str] = None
    ) -> types.DeleteSubscriptionProductGroupData:
        """Delete a group; its products are not deleted.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.DeleteSubscriptionProductGroupData = self._caller.call(
            "/v1/actions/subscription-product-group/delete-group", body, idempotency_key
        )
        return result

    def publish_group(
        self, body: types.PublishSubscriptionProductGroupRequest, *, idempotency_key: Optional[str] = None
    ) -> types.PublishSubscriptionProductGroupData:
        """Publish a test group to prod; repeat after changes.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.PublishSubscriptionProductGroupData = self._caller.call(
            "/v1/actions/subscription-product-group/publish-group", body, idempotency_key
        )
        return result

    def update_group(
        self, body: types.UpdateSubscriptionProductGroupRequest, *, idempotency_key: Optional[str] = None
    ) -> types.UpdateSubscriptionProductGroupData:
        """Update the given fields of a group.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.UpdateSubscriptionProductGroupData = self._caller.call(
            "/v1/actions/subscription-product-group/update-group", body, idempotency_key
        )
        return result


class CheckoutActions:
    """Checkout. A session fixes the product version, price and currency, and returns the URL of a
    hosted payment page.
    """

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def create_quote(
        self, body: types.CreateCheckoutQuoteRequest, *, idempotency_key: Optional[str] = None
    ) -> types.Quote:
        """Quote a purchase, a plan change or the next renewal.

        Callers: API key, Store slug, Session token.

        An API key with limited scopes needs `read`.
        """
        result: types.Quote = self._caller.call(
            "/v1/actions/checkout/create-quote", body, idempotency_key
        )
        return result

    def create_session(
        self, body: types.CreateCheckoutSessionRequest, *, idempotency_key: Optional[str] = None
    ) -> types.CreateCheckoutSessionData:
        """Create a checkout session that locks a product’s version, price and currency.

        Callers: API key, Store slug, Session token.

        An API key with limited scopes needs `sell`.

        Ignored with a store slug: `storeId`, `expiresInSeconds`, `orderMerchantExternalId`,
        `darkMode`, `language`, `changeTiming`, `changeAmount`, `changeCreditAmount`,
        `includePaymentMethods`, `excludePaymentMethods`.

        Rejected with a store slug: `priceSnapshot`.

        Ignored with a session token: `storeId`, `withTrial`, `priceSnapshot`, `expiresInSeconds`,
        `metadata`, `orderMerchantExternalId`, `changeAmount`, `changeCreditAmount`,
        `includePaymentMethods`, `excludePaymentMethods`.
        """
        result: types.CreateCheckoutSessionData = self._caller.call(
            "/v1/actions/checkout/create-session", body, idempotency_key
        )
        return result

    def preview_tax(
        self, body: types.PreviewCheckoutTaxRequest, *, idempotency_key: Optional[str] = None
    ) -> types.PreviewCheckoutTaxData:
        """Preview the tax on a checkout session for a billing address.

        Callers: Store slug.
        """
        result: types.PreviewCheckoutTaxData = self._caller.call(
            "/v1/actions/checkout/preview-tax", body, idempotency_key
        )
        return result


class OnetimeOrderActions:
    """One-time orders. Orders of one-time products, created with the API or by a payment."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def cancel_order(
        self, body: types.CancelOnetimeOrderRequest, *, idempotency_key: Optional[str] = None
    ) -> types.OnetimeOrder:
        """Cancel an unpaid one-time order.

        Callers: API key, Session token.

        An API key with limited scopes needs `sell`.
        """
        result: types.OnetimeOrder = self._caller.call(
            "/v1/actions/onetime-order/cancel-order", body, idempotency_key
        )
        return result

    def create_order(
        self, body: types.CreateOnetimeOrderRequest, *, idempotency_key: Optional[str] = None
    ) -> types.CreateOnetimeOrderData:
        """Create the pending order of a one-time checkout session and get its checkout page.

        Callers: API key.

        An API key with limited scopes needs `sell`.
        """
        result: types.CreateOnetimeOrderData = self._caller.call(
            "/v1/actions/onetime-order/create-order", body, idempotency_key
        )
        return result


class SubscriptionOrderActions:
    """Subscription orders. Subscriptions, started by a checkout. Cancel, reactivate and change them."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def cancel_order(
        self, body: types.CancelSubscriptionOrderRequest, *, idempotency_key: Optional[str] = None
    ) -> types.SubscriptionOrder:
        """Cancel a subscription at the end of the paid period.

        Callers: API key, Session token.

        An API key with limited scopes needs `sell`.
        """
        result: types.SubscriptionOrder = self._caller.call(
            "/v1/actions/subscription-order/cancel-order", body, idempotency_key
        )
        return result

    def change_product(
        self, body: types.ChangeSubscriptionOrderProductRequest, *, idempotency_key: Optional[str] = None
    ) -> None:
        """Reserved for changing a subscription’s product.

        Callers: API key.

        Not implemented. Always returns 501.

        An API key with limited scopes needs `sell`.
        """
        self._caller.call(
            "/v1/actions/subscription-order/change-product", body, idempotency_key
        )

    def create_order(
        self, body: types.CreateSubscriptionOrderRequest, *, idempotency_key: Optional[str] = None
    ) -> types.CreateSubscriptionOrderData:
        """Create the pending order of a subscription’s checkout session and get its checkout page.

        Callers: API key.

        An API key with limited scopes needs `sell`.
        """
        result: types.CreateSubscriptionOrderData = self._caller.call(
            "/v1/actions/subscription-order/create-order", body, idempotency_key
        )
        return result

    def pause_order(
        self, body: types.PauseSubscriptionOrderRequest, *, idempotency_key: Optional[str] = None
    ) -> types.PausedOrder:
        """Pause a subscription.

        Callers: API key.

        An API key with limited scopes needs `sell`.
        """
        result: types.PausedOrder = self._caller.call(
            "/v1/actions/subscription-order/pause-order", body, idempotency_key
        )
        return result

    def reactivate_order(
        self, body: types.ReactivateSubscriptionOrderRequest, *, idempotency_key: Optional[str] = None
    ) -> types.SubscriptionOrder:
        """Undo the cancellation of a subscription.

        Callers: Session token.
        """
        result: types.SubscriptionOrder = self._caller.call(
            "/v1/actions/subscription-order/reactivate-order", body, idempotency_key
        )
        return result

    def resume_order(
        self, body: types.ResumeSubscriptionOrderRequest, *, idempotency_key: Optional[str] = None
    ) -> types.PausedOrder:
        """Resume a paused subscription.

        Callers: API key.

        An API key with limited scopes needs `sell`.
        """
        result: types.PausedOrder = self._caller.call(
            "/v1/actions/subscription-order/resume-order", body, idempotency_key
        )
        return result

    def undo_plan_change(
        self, body: types.UndoSubscriptionOrderPlanChangeRequest, *, idempotency_key: Optional[str] = None
    ) -> types.UndoSubscriptionOrderPlanChangeData:
        """Take back a plan change that is scheduled for the end of the period.

        Callers: API key, Session token.

        An API key with limited scopes needs `sell`.
        """
        result: types.UndoSubscriptionOrderPlanChangeData = self._caller.call(
            "/v1/actions/subscription-order/undo-plan-change", body, idempotency_key
        )
        return result


class RefundActions:
    """Refunds. Full and partial refunds of payments."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def create_refund(
        self, body: types.CreateRefundRequest, *, idempotency_key: Optional[str] = None
    ) -> types.CreateRefundData:
        """Refund a payment fully or partially.

        Callers: API key.

        An API key with limited scopes needs `refund`.
        """
        result: types.CreateRefundData = self._caller.call(
            "/v1/actions/refund/create-refund", body, idempotency_key
        )
        return result


class RefundTicketActions:
    """Refund requests. Customers’ requests for refunds, approved or declined by the merchant."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def create_ticket(
        self, body: types.CreateRefundTicketRequest, *, idempotency_key: Optional[str] = None
    ) -> types.CreateRefundTicketData:
        """Request a refund as a customer, or refund a payment as a merchant.

        Callers: API key, Session token.

        An API key with limited scopes needs `refund`.
        """
        result: types.CreateRefundTicketData = self._caller.call(
            "/v1/actions/refund-ticket/create-ticket", body, idempotency_key
        )
        return result

    def resubmit_ticket(
        self, body: types.ResubmitRefundTicketRequest, *, idempotency_key: Optional[str] = None
    ) -> types.ResubmitRefundTicketData:
        """Resubmit a rejected refund request.

        Callers: Session token.
        """
        result: types.ResubmitRefundTicketData = self._caller.call(
            "/v1/actions/refund-ticket/resubmit-ticket", body, idempotency_key
        )
        return result


class WebhookActions:
    """Webhook controls. Test, pause and resume webhooks, and simulate delivery problems. Create
    webhooks with the Stores endpoints.
    """

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def send_test_event(
        self, body: types.SendWebhookTestEventRequest, *, idempotency_key: Optional[str] = None
    ) -> types.SendWebhookTestEventData:
        """Send a sample event to a webhook.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.SendWebhookTestEventData = self._caller.call(
            "/v1/actions/webhook/send-test-event", body, idempotency_key
        )
        return result

    def set_chaos(
        self, body: types.SetWebhookChaosRequest, *, idempotency_key: Optional[str] = None
    ) -> types.SetWebhookChaosData:
        """Duplicate, delay, reorder or drop a test webhook’s deliveries to test your handler.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.SetWebhookChaosData = self._caller.call(
            "/v1/actions/webhook/set-chaos", body, idempotency_key
        )
        return result

    def pause(
        self, body: types.PauseWebhookRequest, *, idempotency_key: Optional[str] = None
    ) -> types.PauseWebhookData:
        """Pause a webhook; new events are queued.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.PauseWebhookData = self._caller.call(
            "/v1/actions/webhook/pause", body, idempotency_key
        )
        return result

    def resume(
        self, body: types.ResumeWebhookRequest, *, idempotency_key: Optional[str] = None
    ) -> types.ResumeWebhookData:
        """Resume a webhook and send the events it missed.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.ResumeWebhookData = self._caller.call(
            "/v1/actions/webhook/resume", body, idempotency_key
        )
        return result


class WebhookDeliveryActions:
    """Webhook deliveries. Resend deliveries of events to webhooks. List them with webhookDeliveries in
    GraphQL.
    """

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def send_again(
        self, body: types.SendWebhookDeliveryAgainRequest, *, idempotency_key: Optional[str] = None
    ) -> types.SendWebhookDeliveryAgainData:
        """Resend a delivery in any status.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.SendWebhookDeliveryAgainData = self._caller.call(
            "/v1/actions/webhook-delivery/send-again", body, idempotency_key
        )
        return result

    def send_again_all(
        self, body: types.SendWebhookDeliveryAgainAllRequest, *, idempotency_key: Optional[str] = None
    ) -> types.SendWebhookDeliveryAgainAllData:
        """Resend a webhook’s failed deliveries, or all of a time range.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.SendWebhookDeliveryAgainAllData = self._caller.call(
            "/v1/actions/webhook-delivery/send-again-all", body, idempotency_key
        )
        return result


class EmailDeliveryActions:
    """Email deliveries. Resend emails that failed or were not sent."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def send_again(
        self, body: types.SendEmailDeliveryAgainRequest, *, idempotency_key: Optional[str] = None
    ) -> types.SendEmailDeliveryAgainData:
        """Resend a failed email.

        Callers: API key.

        An API key with limited scopes needs `sell`.
        """
        result: types.SendEmailDeliveryAgainData = self._caller.call(
            "/v1/actions/email-delivery/send-again", body, idempotency_key
        )
        return result


class TestClockActions:
    """Test clocks. Pause and advance a store’s time in the test environment to test renewals, trials
    and retries.
    """

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def advance(
        self, body: types.AdvanceTestClockRequest, *, idempotency_key: Optional[str] = None
    ) -> types.AdvanceTestClockData:
        """Advance a store’s test clock and list what happened.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.AdvanceTestClockData = self._caller.call(
            "/v1/actions/test-clock/advance", body, idempotency_key
        )
        return result

    def create(
        self, body: types.CreateTestClockRequest, *, idempotency_key: Optional[str] = None
    ) -> types.CreateTestClockData:
        """Create a test clock for a store.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.CreateTestClockData = self._caller.call(
            "/v1/actions/test-clock/create", body, idempotency_key
        )
        return result

    def reset(
        self, body: types.ResetTestClockRequest, *, idempotency_key: Optional[str] = None
    ) -> types.ResetTestClockData:
        """Remove a store’s test clock; dates do not change.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.ResetTestClockData = self._caller.call(
            "/v1/actions/test-clock/reset", body, idempotency_key
        )
        return result


class AuthActions:
    """Session tokens. Short-lived credentials for one customer of one store, issued by your backend."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def issue_session_token(
        self, body: types.IssueAuthSessionTokenRequest, *, idempotency_key: Optional[str] = None
    ) -> types.IssueAuthSessionTokenData:
        """Issue a short-lived token for one customer of one store, in the key’s environment.

        Callers: API key.

        An API key with limited scopes needs `sell`.
        """
        result: types.IssueAuthSessionTokenData = self._caller.call(
            "/v1/actions/auth/issue-session-token", body, idempotency_key
        )
        return result


class StoreMerchantActions:
    """Store members. Members of a store and their roles."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def add_merchant(
        self, body: types.AddStoreMerchantRequest, *, idempotency_key: Optional[str] = None
    ) -> types.AddStoreMerchantData:
        """Add another account to a store.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.AddStoreMerchantData = self._caller.call(
            "/v1/actions/store-merchant/add-merchant", body, idempotency_key
        )
        return result

    def remove_merchant(
        self, body: types.RemoveStoreMerchantRequest, *, idempotency_key: Optional[str] = None
    ) -> types.RemoveStoreMerchantData:
        """Remove a member from a store.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.RemoveStoreMerchantData = self._caller.call(
            "/v1/actions/store-merchant/remove-merchant", body, idempotency_key
        )
        return result

    def update_role(
        self, body: types.UpdateStoreMerchantRoleRequest, *, idempotency_key: Optional[str] = None
    ) -> types.UpdateStoreMerchantRoleData:
        """Change a member’s role or transfer the store.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.UpdateStoreMerchantRoleData = self._caller.call(
            "/v1/actions/store-merchant/update-role", body, idempotency_key
        )
        return result


class KybTicketActions:
    """Verification. Business verification, required before a store accepts live payments."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def create_ticket(
        self, body: types.CreateKybTicketRequest, *, idempotency_key: Optional[str] = None
    ) -> types.CreateKybTicketData:
        """Submit business details to get a store enabled for prod.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.CreateKybTicketData = self._caller.call(
            "/v1/actions/kyb-ticket/create-ticket", body, idempotency_key
        )
        return result

    def withdraw_ticket(
        self, body: types.WithdrawKybTicketRequest, *, idempotency_key: Optional[str] = None
    ) -> types.WithdrawKybTicketData:
        """Withdraw a pending KYB ticket.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.WithdrawKybTicketData = self._caller.call(
            "/v1/actions/kyb-ticket/withdraw-ticket", body, idempotency_key
        )
        return result


class VerificationActions:
    """Content checks. The answer of a content filter for prompts."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def scan_prompt(
        self, body: types.ScanVerificationPromptRequest, *, idempotency_key: Optional[str] = None
    ) -> types.ScanVerificationPromptData:
        """Scan a prompt for restricted content. Always answers `review`, because there is no content
        filter.

        Callers: API key.

        An API key with limited scopes needs `read`.
        """
        result: types.ScanVerificationPromptData = self._caller.call(
            "/v1/actions/verification/scan-prompt", body, idempotency_key
        )
        return result


class SenderEmailActions:
    """Sender addresses. Email addresses that a store can send from."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def add_email(
        self, body: types.AddSenderEmailRequest, *, idempotency_key: Optional[str] = None
    ) -> types.AddSenderEmailData:
        """Add a sender address and email a verification code to it.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.AddSenderEmailData = self._caller.call(
            "/v1/actions/sender-email/add-email", body, idempotency_key
        )
        return result

    def confirm_email(
        self, body: types.ConfirmSenderEmailRequest, *, idempotency_key: Optional[str] = None
    ) -> types.ConfirmSenderEmailData:
        """Verify a sender address with the emailed code.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.ConfirmSenderEmailData = self._caller.call(
            "/v1/actions/sender-email/confirm-email", body, idempotency_key
        )
        return result

    def resend_code(
        self, body: types.ResendSenderEmailCodeRequest, *, idempotency_key: Optional[str] = None
    ) -> types.ResendSenderEmailCodeData:
        """Email a new code to an unverified address.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.ResendSenderEmailCodeData = self._caller.call(
            "/v1/actions/sender-email/resend-code", body, idempotency_key
        )
        return result

    def revoke_email(
        self, body: types.RevokeSenderEmailRequest, *, idempotency_key: Optional[str] = None
    ) -> types.RevokeSenderEmailData:
        """Remove a sender address.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.RevokeSenderEmailData = self._caller.call(
            "/v1/actions/sender-email/revoke-email", body, idempotency_key
        )
        return result


class SenderDomainActions:
    """Sender domains. Domains that a store can send from."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def add_domain(
        self, body: types.AddSenderDomainRequest, *, idempotency_key: Optional[str] = None
    ) -> types.AddSenderDomainData:
        """Add a sender domain and get the DNS record that verifies it.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.AddSenderDomainData = self._caller.call(
            "/v1/actions/sender-domain/add-domain", body, idempotency_key
        )
        return result

    def check_domain(
        self, body: types.CheckSenderDomainRequest, *, idempotency_key: Optional[str] = None
    ) -> types.CheckSenderDomainData:
        """Look up a domain’s DNS record now.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.CheckSenderDomainData = self._caller.call(
            "/v1/actions/sender-domain/check-domain", body, idempotency_key
        )
        return result

    def revoke_domain(
        self, body: types.RevokeSenderDomainRequest, *, idempotency_key: Optional[str] = None
    ) -> types.RevokeSenderDomainData:
        """Remove a sender domain.

        Callers: API key.

        An API key with limited scopes needs `administer`.
        """
        result: types.RevokeSenderDomainData = self._caller.call(
            "/v1/actions/sender-domain/revoke-domain", body, idempotency_key
        )
        return result


class ReadsActions:
    """Lists that are read page by page."""

    def __init__(self, caller: _Caller) -> None:
        self._caller = caller

    def list_events(self, query: types.ListEventsQuery) -> types.EventPage:
        """Webhook events without webhooks.

        All webhook events of a store in the key’s environment, in order, whether or not a webhook
        exists. Pass `cursor` of the last response as `after`. Each event carries the digest of the
        one before, so that a consumer can prove that it missed none. The signature covers path and
        query as they are sent, with an empty body. An API key with limited scopes needs `read`.
        """
        result: types.EventPage = self._caller.read("/v1/events", query)
        return result

    def list_requests(self, query: types.ListRequestsQuery) -> types.RequestPage:
        """Request log of a store.

        The API calls of the last 30 days in the key’s environment, newest first, as in the
        dashboard but without bodies. The store’s owner also gets calls that concern no store.
        Successful calls of `/v1/events` and `/v1/requests` are not logged. The signature covers
        path and query as they are sent, with an empty body. An API key with limited scopes needs
        `read`.
        """
        result: types.RequestPage = self._caller.read("/v1/requests", query)
        return result


class Actions:
    """The actions by resource."""

    def __init__(self, caller: _Caller) -> None:
        self.store = StoreActions(caller)
        self.onetime_product = OnetimeProductActions(caller)
        self.subscription_product = SubscriptionProductActions(caller)
        self.subscription_product_group = SubscriptionProductGroupActions(caller)
        self.checkout = CheckoutActions(caller)
        self.onetime_order = OnetimeOrderActions(caller)
        self.subscription_order = SubscriptionOrderActions(caller)
        self.refund = RefundActions(caller)
        self.refund_ticket = RefundTicketActions(caller)
        self.webhook = WebhookActions(caller)
        self.webhook_delivery = WebhookDeliveryActions(caller)
        self.email_delivery = EmailDeliveryActions(caller)
        self.test_clock = TestClockActions(caller)
        self.auth = AuthActions(caller)
        self.store_merchant = StoreMerchantActions(caller)
        self.kyb_ticket = KybTicketActions(caller)
        self.verification = VerificationActions(caller)
        self.sender_email = SenderEmailActions(caller)
        self.sender_domain = SenderDomainActions(caller)
        self.reads = ReadsActions(caller)
