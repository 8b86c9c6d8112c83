# Generated from clients/openapi.json by `npm run clients`. Do not edit.
"""Types of request bodies, of `data` in responses, and of webhook events."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

class AddSenderDomainData(TypedDict):
    senderDomain: SenderDomain


class AddSenderDomainRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""
    domain: str
    """Stored in lower case, and an IDN in Punycode"""


class AddSenderEmailData(TypedDict):
    senderEmail: SenderEmail


class AddSenderEmailRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""
    email: str
    """Stored in lower case"""


class _AddStoreMerchantData(TypedDict):
    storeMerchant: StoreMerchant
    storeId: str
    """`STO_xxx`"""
    merchantId: str
    """`MER_xxx`"""
    role: Literal["owner", "admin", "member"]
    status: Literal["active"]
    addedAt: str


class AddStoreMerchantData(_AddStoreMerchantData, total=False):
    email: str
    """The address of the request"""


class _AddStoreMerchantRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""
    role: Literal["admin", "member"]


class AddStoreMerchantRequest(_AddStoreMerchantRequest, total=False):
    merchantId: str
    """`MER_xxx` or the bare UUID; required without `email`"""
    email: str
    """The verified address of the account, instead of `merchantId`"""


class AddStoreWebhookData(TypedDict):
    webhook: Webhook


class _AddStoreWebhookRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""
    channel: Literal["http", "discord", "slack", "telegram", "feishu"]
    url: str
    """A public address. It must use https unless `testMode` is true"""
    events: List[Literal["order.completed", "subscription.activated", "subscription.payment_succeeded", "subscription.renewed", "subscription.recovered", "subscription.plan_changed", "subscription.plan_change_scheduled", "subscription.plan_change_failed", "subscription.canceling", "subscription.uncanceled", "subscription.canceled", "subscription.past_due", "refund.succeeded", "refund.failed"]]
    """Events to subscribe to. Duplicates are removed"""
    testMode: bool
    """true: receives test events; false: receives prod events"""


class AddStoreWebhookRequest(_AddStoreWebhookRequest, total=False):
    secret: Optional[str]
    """Secret shared with the receiver; null for none. Absent: generated for the channel `http`"""


class AdvanceTestClockData(TypedDict):
    testClock: TestClock
    timeline: List[TimelineEntry]
    """What happened, in order; at most 2000 entries"""
    timelineTotal: int
    """The total number of entries"""


class AdvanceTestClockRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""
    to: str
    """ISO 8601, with `Z` or an offset"""


class _BillingDetail(TypedDict):
    country: str
    """ISO 3166-1 alpha-2"""
    isBusiness: bool
    """Whether the buyer is a business"""


class BillingDetail(_BillingDetail, total=False):
    state: Optional[str]
    """Required where the country is US or CA: a state or province. Derived from a complete `postcode`"""
    postcode: Optional[str]
    """Postal or ZIP code"""
    businessName: Optional[str]
    """Used where `isBusiness` is true"""
    taxId: Optional[str]
    """VAT number; a valid one exempts a business in the EU"""


class CancelOnetimeOrderRequest(TypedDict):
    orderId: str
    """`ORD_xxx` or the bare UUID"""


class CancelSubscriptionOrderRequest(TypedDict):
    orderId: str
    """`ORD_xxx` or the bare UUID"""


class ChangeSubscriptionOrderProductRequest(TypedDict, total=False):
    orderId: Any
    """The subscription, `ORD_xxx`; ignored for now"""
    targetProductId: Any
    """The new product, `PROD_xxx`; ignored for now"""


class CheckSenderDomainData(TypedDict):
    senderDomain: SenderDomain


class CheckSenderDomainRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class CheckoutSettings(TypedDict):
    defaultDarkMode: bool
    light: Theme
    dark: Theme


class CheckoutSettingsInput(TypedDict, total=False):
    defaultDarkMode: Optional[bool]
    light: Optional[ThemeInput]
    dark: Optional[ThemeInput]


class ConfirmSenderEmailData(TypedDict):
    senderEmail: SenderEmail


class ConfirmSenderEmailRequest(TypedDict):
    id: str
    """As given in the request that created it"""
    code: str
    """The 6 digits from the email"""


class CreateCheckoutQuoteRequest(TypedDict, total=False):
    checkoutSessionId: str
    """The session of a purchase or a plan change"""
    orderId: str
    """A subscription, for its next renewal"""
    buyerEmail: str
    """For a purchase with a trial: each buyer gets one. Defaults to the session’s"""
    billingDetail: BillingDetail
    """For a purchase; defaults to the session’s. Without one, the quote has no tax"""


class CreateCheckoutSessionData(TypedDict):
    sessionId: str
    checkoutUrl: str
    expiresAt: str


class _CreateCheckoutSessionRequest(TypedDict):
    productId: str
    """`PROD_xxx` or the bare UUID"""
    currency: str
    """ISO 4217; a currency in which the product has a price"""


class CreateCheckoutSessionRequest(_CreateCheckoutSessionRequest, total=False):
    storeId: str
    """`STO_xxx` or the bare UUID; API key only. Defaults to the product’s store"""
    productType: Literal["onetime", "subscription"]
    """Defaults to the product’s type; required with a store slug"""
    withTrial: bool
    """Subscriptions only. true forces a trial, false prevents it; by default each buyer gets one trial"""
    buyerEmail: str
    """Prefilled on the page"""
    billingDetail: BillingDetail
    """The buyer’s address and business, which determine the tax"""
    successUrl: Optional[str]
    """The page the buyer is sent to after paying. Null or an empty string means the product’s
    `successUrl`
    """
    expiresInSeconds: int
    """How long the page accepts payment, in seconds"""
    metadata: Dict[str, Any]
    """Your own key-value data; at most 50 keys and 16 KiB of JSON"""
    priceSnapshot: PriceSnapshot
    """A price for this session only; API key only"""
    orderMerchantExternalId: str
    """Your own ID, repeated on the order, payment, refund and webhooks"""
    darkMode: bool
    """Overrides the store’s default color scheme"""
    originOrderId: str
    """The subscription to change to this product’s plan; without it the session sells a new purchase"""
    changeTiming: Literal["immediate", "next_period"]
    """When a plan change happens. By default an upgrade is immediate, any other change at the period’s
    end
    """
    changeAmount: str
    """The amount to charge for a plan change, tax included; API key only"""
    changeCreditAmount: str
    """The credit for a plan change instead of the unused time’s, tax included; API key only"""
    includePaymentMethods: List[str]
    """Only these methods: `card`, `applepay`, `googlepay`, `wechat`; API key only"""
    excludePaymentMethods: List[str]
    """All but these methods. Unknown ones are ignored; API key only"""
    language: str
    """The language of the page, as a BCP 47 tag"""


class CreateKybTicketData(TypedDict):
    ticket: KybTicket


class CreateKybTicketRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""
    legalName: str
    """The registered name of the business; at most 200 characters"""
    country: str
    """ISO 3166-1 alpha-2"""
    registrationNumber: str
    """The number in its country’s business register; at most 64 characters"""
    address: str
    """The registered address; at most 500 characters"""
    website: str
    """Page that shows the products or services"""
    contactName: str
    """The contact person; at most 100 characters"""
    contactEmail: str
    """The email address of the contact person"""
    description: str
    """Products or services, and the customers; at most 2,000 characters"""


class CreateOnetimeOrderData(TypedDict):
    checkoutUrl: str


class _CreateOnetimeOrderRequest(TypedDict):
    checkoutSessionId: str
    """As given in the request that created it"""
    billingDetail: BillingDetail
    """The buyer’s address and business, which determine the tax"""


class CreateOnetimeOrderRequest(_CreateOnetimeOrderRequest, total=False):
    buyerEmail: str
    """Prefilled on the page"""
    buyerIp: Union[str, str]
    """The buyer’s IP address, v4 or v6"""
    successUrl: Optional[str]
    """The page the buyer is sent to after paying. Null or an empty string means the session’s
    `successUrl`
    """


class CreateOnetimeProductData(TypedDict):
    product: OnetimeProduct


class _CreateOnetimeProductRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""
    name: str
    """Shown to buyers; surrounding whitespace is removed"""
    prices: Dict[str, PriceInput]
    """Prices by currency code (ISO 4217)"""


class CreateOnetimeProductRequest(_CreateOnetimeProductRequest, total=False):
    description: Optional[str]
    """Markdown. Null or an empty string means no description"""
    media: List[MediaItemInput]
    """Images and videos, in display order"""
    successUrl: Optional[str]
    """The page the buyer is sent to after paying. Null or an empty string means the receipt"""
    metadata: Dict[str, Any]
    """Your own key-value data; at most 50 keys and 16 KiB of JSON"""


class CreateRefundData(TypedDict):
    refund: Refund


class _CreateRefundRequest(TypedDict):
    paymentId: str
    """`PAY_xxx` or the bare UUID"""


class CreateRefundRequest(_CreateRefundRequest, total=False):
    amount: Union[int, str]
    """An integer is in minor units, a string in display format; defaults to the remaining amount"""
    reason: str
    """Shown to the buyer on the receipt; at most 200 characters"""


class CreateRefundTicketData(TypedDict):
    ticket: RefundTicket
    ticketId: str
    """Equal to `ticket.id`"""
    status: Literal["pending", "approved", "rejected", "processing", "succeeded", "failed"]
    """Equal to `ticket.status`"""


class _CreateRefundTicketRequest(TypedDict):
    reason: str
    """The customer’s reason; at most 1,000 characters"""


class CreateRefundTicketRequest(_CreateRefundTicketRequest, total=False):
    orderId: str
    """`ORD_xxx` or the bare UUID; required without `paymentId`"""
    paymentId: str
    """`PAY_xxx` or the bare UUID. Defaults to the newest payment of the order"""
    amount: Union[int, str]
    """An integer is in minor units, a string in display format; defaults to the remaining amount"""
    requestedAmount: RequestedAmountInput
    """The same with the currency of the payment. Send one of both fields"""
    metadata: Dict[str, Any]
    """Your own key-value data; at most 50 keys and 16 KiB of JSON"""
    refundTicketMerchantExternalId: str
    """Your own ID, repeated on the refund and its webhooks"""


class CreateStoreData(TypedDict):
    store: Store


class CreateStoreRequest(TypedDict):
    name: str
    """Shown to buyers; surrounding whitespace is removed"""


class CreateSubscriptionOrderData(TypedDict):
    checkoutUrl: str


class _CreateSubscriptionOrderRequest(TypedDict):
    checkoutSessionId: str
    """As given in the request that created it"""
    billingDetail: BillingDetail
    """The buyer’s address and business, which determine the tax"""


class CreateSubscriptionOrderRequest(_CreateSubscriptionOrderRequest, total=False):
    buyerEmail: str
    """Prefilled on the page"""
    buyerIp: Union[str, str]
    """The buyer’s IP address, v4 or v6"""
    successUrl: Optional[str]
    """The page the buyer is sent to after paying. Null or an empty string means the session’s
    `successUrl`
    """


class CreateSubscriptionProductGroupData(TypedDict):
    group: SubscriptionProductGroup


class _CreateSubscriptionProductGroupRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""
    name: str
    """Unique per store and environment; surrounding whitespace is removed"""


class CreateSubscriptionProductGroupRequest(_CreateSubscriptionProductGroupRequest, total=False):
    description: Optional[str]
    """Markdown. Null or an empty string means no description"""
    rules: Optional[PlanGroupRulesInput]
    """Omitted rules keep their values; both default to false"""
    allowsMultipleSubscriptions: bool
    """Whether a customer may hold several subscriptions to the group’s plans; false by default"""
    productIds: List[str]
    """Subscription products of the store, in display order"""


class _CreateSubscriptionProductRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""
    name: str
    """Shown to buyers; surrounding whitespace is removed"""
    billingPeriod: Literal["weekly", "monthly", "quarterly", "yearly"]
    """How often a subscription is charged"""
    prices: Dict[str, SubscriptionPriceInput]
    """Prices by currency code (ISO 4217)"""


class CreateSubscriptionProductRequest(_CreateSubscriptionProductRequest, total=False):
    description: Optional[str]
    """Markdown. Null or an empty string means no description"""
    media: List[MediaItemInput]
    """Images and videos, in display order"""
    successUrl: Optional[str]
    """The page the buyer is sent to after paying. Null or an empty string means the receipt"""
    metadata: Dict[str, Any]
    """Your own key-value data; at most 50 keys and 16 KiB of JSON. `trialDays` (1 to 730) is the
    length of a trial
    """


class CreateTestClockData(TypedDict):
    testClock: TestClock


class _CreateTestClockRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""


class CreateTestClockRequest(_CreateTestClockRequest, total=False):
    at: str
    """The initial time of the clock; defaults to now"""


class DeleteStoreData(TypedDict):
    store: Store


class DeleteStoreRequest(TypedDict):
    id: str
    """`STO_xxx` or the bare UUID"""


class DeleteSubscriptionProductGroupData(TypedDict):
    group: SubscriptionProductGroup


class DeleteSubscriptionProductGroupRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class DnsRecord(TypedDict):
    type: Literal["TXT"]
    name: str
    value: str


class EmailDelivery(TypedDict):
    id: str
    """UUID"""
    storeId: str
    """Short ID: `STO_…`"""
    recipient: str
    subject: str
    status: Literal["queued", "sent", "unsent", "failed", "kept"]
    attempts: int


class EventPage(TypedDict):
    environment: Literal["test", "prod"]
    """The key’s environment."""
    events: List[FeedEvent]
    cursor: int
    """The next `after`."""
    lastSequence: int
    """The sequence of the last event at the time of the call."""


class _FeedEvent(TypedDict):
    id: str
    """The event’s ID; also `id` in the body."""
    sequence: int
    """Counts the events of the store and environment from 1, without gaps."""
    eventType: Literal["order.completed", "subscription.activated", "subscription.payment_succeeded", "subscription.renewed", "subscription.recovered", "subscription.plan_changed", "subscription.plan_change_scheduled", "subscription.plan_change_failed", "subscription.canceling", "subscription.uncanceled", "subscription.canceled", "subscription.past_due", "refund.succeeded", "refund.failed"]
    publishedAt: str
    """Real time at which the worker gave the sequence."""
    body: str
    """The webhook’s payload, as JSON text. The digest covers these bytes."""
    previousDigest: str
    """The digest of the event before; 64 zeros for the first."""
    digest: str
    """SHA-256, in hex, of `<previousDigest>.<sequence>.<bodyDigest>`; `bodyDigest` is the SHA-256 of
    `body` in hex.
    """


class FeedEvent(_FeedEvent, total=False):
    headers: Dict[str, str]
    """With `signed`: the headers of a webhook delivery of this event, signed now."""


class IssueAuthSessionTokenData(TypedDict):
    token: str
    """A JWT, for `Authorization: Bearer`"""
    expiresAt: str


class _IssueAuthSessionTokenRequest(TypedDict):
    buyerIdentity: str
    """Your identifier of the customer: an email address or your own user ID"""


class IssueAuthSessionTokenRequest(_IssueAuthSessionTokenRequest, total=False):
    storeId: str
    """`STO_xxx` or the bare UUID"""
    productId: str
    """`PROD_xxx` or the bare UUID"""


class KybTicket(TypedDict):
    id: str
    """`TKT_xxx`"""
    storeId: str
    """`STO_xxx`"""
    status: Literal["pending", "succeeded", "rejected"]
    legalName: str
    country: str
    registrationNumber: str
    address: str
    website: str
    contactName: str
    contactEmail: str
    description: str
    reviewNote: Optional[str]
    createdAt: str
    updatedAt: str
    reviewedAt: Optional[str]


class _ListEventsQuery(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID."""


class ListEventsQuery(_ListEventsQuery, total=False):
    after: int
    """The sequence of the last event that you have. A value beyond the last event is refused."""
    limit: int
    """The number of events; 100 by default. With `signed` at most 25, also by default."""
    wait: int
    """Seconds to wait if there is no event yet. A key has at most 8 waiting calls; more are refused
    with 429.
    """
    signed: bool
    """Adds the headers of a webhook delivery to each event."""


class _ListRequestsQuery(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID."""


class ListRequestsQuery(_ListRequestsQuery, total=False):
    before: str
    """Only calls before this one."""
    limit: int
    """The number of calls."""


class LoggedRequest(TypedDict):
    id: str
    """The `X-Request-Id` of the response."""
    environment: Optional[str]
    """`test` or `prod`; null for a failed signature."""
    method: str
    """The HTTP method."""
    path: str
    """The path, without the query."""
    callerKind: str
    """How the caller authenticated."""
    status: int
    """The HTTP status."""
    durationMs: int
    """The duration in milliseconds."""
    replayed: bool
    """Whether the response was repeated for an idempotency key."""
    error: Optional[str]
    """The first error’s message."""
    hint: Optional[str]
    """The first hint of the errors."""
    createdAt: str
    """When the request arrived."""


class _MediaItem(TypedDict):
    type: Literal["image", "video"]
    url: str
    alt: str


class MediaItem(_MediaItem, total=False):
    thumbnail: str


class _MediaItemInput(TypedDict):
    type: Literal["image", "video"]
    url: str


class MediaItemInput(_MediaItemInput, total=False):
    alt: str
    """Alt text, read by screen readers"""
    thumbnail: str


class NotificationSettings(TypedDict):
    notifyNewOrders: bool
    notifyNewSubscriptions: bool
    notifySubscriptionCanceled: bool
    notifySubscriptionEnded: bool
    notifySubscriptionPastDue: bool
    notifySubscriptionRenewed: bool
    notifySubscriptionUncanceled: bool
    notifySubscriptionUpdated: bool
    notifySubscriptionPlanChanged: bool
    notifyChargeback: bool
    notifyRefundSucceeded: bool
    emailOrderConfirmation: bool
    emailSubscriptionConfirmation: bool
    emailSubscriptionCycled: bool
    emailSubscriptionCanceled: bool
    emailSubscriptionRevoked: bool
    emailSubscriptionPastDue: bool
    emailTrialStarted: bool
    emailTrialEnding: bool
    emailUpcomingCharge: bool
    emailSubscriptionPlanChanged: bool
    emailRefundSucceeded: bool


class NotificationSettingsInput(TypedDict, total=False):
    notifyNewOrders: Optional[bool]
    notifyNewSubscriptions: Optional[bool]
    notifySubscriptionCanceled: Optional[bool]
    notifySubscriptionEnded: Optional[bool]
    notifySubscriptionPastDue: Optional[bool]
    notifySubscriptionRenewed: Optional[bool]
    notifySubscriptionUncanceled: Optional[bool]
    notifySubscriptionUpdated: Optional[bool]
    notifySubscriptionPlanChanged: Optional[bool]
    notifyChargeback: Optional[bool]
    notifyRefundSucceeded: Optional[bool]


class OnetimeOrder(TypedDict):
    orderId: str
    """`ORD_xxx`"""
    status: Literal["pending", "completed", "canceled", "expired"]


class OnetimeProduct(TypedDict):
    id: str
    """`PROD_xxx`"""
    storeId: str
    """`STO_xxx`"""
    name: str
    description: Optional[str]
    """Markdown"""
    prices: Dict[str, Price]
    media: List[MediaItem]
    successUrl: Optional[str]
    metadata: Dict[str, Any]
    status: Literal["active", "inactive"]
    """In the environment of the call"""
    createdAt: str
    updatedAt: str


class _OrderBillingDetail(TypedDict):
    country: str
    isBusiness: bool


class OrderBillingDetail(_OrderBillingDetail, total=False):
    state: str
    postcode: str
    businessName: str
    taxId: str


class OrderCompletedEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["order.completed"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: PaymentEventData


class _OriginalPayment(TypedDict):
    total: str
    """Total with tax, as a display string"""
    subtotal: str
    """Subtotal without tax, as a display string"""
    taxAmount: str
    """Tax, as a display string"""
    taxRate: float
    """In percent"""
    chargedAmount: str
    """Amount of the payment, as a display string"""
    paymentId: str
    """`PAY_xxx`"""
    paymentStatus: Literal["succeeded", "failed"]
    paymentMethod: str
    """`card`, or the name of the wallet or bank debit"""
    paymentDate: str
    """Day (UTC) on which the payment succeeded or failed"""


class OriginalPayment(_OriginalPayment, total=False):
    taxName: str
    paymentLast4: str
    periodNumber: int
    """Period of the subscription that the event is about, counted from 1; 0 for the trial. Absent
    before the first payment
    """


class _PaidPeriodEventData(TypedDict):
    orderId: str
    """`ORD_xxx`"""
    buyerEmail: str
    """Empty if no email address was given"""
    currency: str
    amount: str
    """Amount charged by the payment, or refunded; otherwise equal to `total`, as a display string"""
    taxAmount: str
    """Tax included in `total`, as a display string"""
    productName: str
    chargedAmount: str
    """Amount of the payment. In a trial it is lower than the list price; a failed payment charges
    nothing, as a display string
    """
    listPrice: PriceWithTax
    """Price without the trial"""
    paymentId: str
    """`PAY_xxx`"""
    paymentStatus: Literal["succeeded", "failed"]
    paymentMethod: str
    """`card`, or the name of the wallet or bank debit"""
    paymentDate: str
    """Day (UTC) on which the payment succeeded or failed"""
    planPrice: PriceWithTax
    """Price of the current period. In a trial, the price of the trial"""
    billingPeriod: Literal["weekly", "monthly", "quarterly", "yearly"]


class PaidPeriodEventData(_PaidPeriodEventData, total=False):
    orderStatus: Literal["pending", "completed", "canceled", "expired", "active", "trialing", "canceling", "past_due"]
    merchantProvidedBuyerIdentity: str
    orderMerchantExternalId: str
    billingDetail: OrderBillingDetail
    orderMetadata: Dict[str, Any]
    subtotal: str
    """`total` without tax, as a display string"""
    total: str
    """Equal to the total of `listPrice`, `originalPayment` or `planPrice`, in this order, as a display
    string
    """
    taxRate: float
    """A fraction"""
    taxName: str
    provider: Literal["sandbox"]
    """Only in `prod`, for a payment by the sandbox (`SANDBOX_IN_PROD=on`): no money moved, so do not
    deliver the goods
    """
    productDescription: str
    productMetadata: Dict[str, Any]
    paymentLast4: str
    paymentFailureReason: str
    periodNumber: int
    """Period of the subscription that the event is about, counted from 1; 0 for the trial. Absent
    before the first payment
    """
    currentPeriodStart: str
    """First day (UTC) of the current period"""
    currentPeriodEnd: str
    """Day (UTC) on which the current period ends"""
    currentPeriodStartsAt: str
    currentPeriodEndsAt: str
    canceledAt: str
    """Time at which cancellation was requested, or at which the subscription was canceled
    automatically
    """


class _PastDueEventData(TypedDict):
    orderId: str
    """`ORD_xxx`"""
    buyerEmail: str
    """Empty if no email address was given"""
    currency: str
    amount: str
    """Amount charged by the payment, or refunded; otherwise equal to `total`, as a display string"""
    taxAmount: str
    """Tax included in `total`, as a display string"""
    productName: str
    planPrice: PriceWithTax
    """Price of the current period. In a trial, the price of the trial"""
    billingPeriod: Literal["weekly", "monthly", "quarterly", "yearly"]


class PastDueEventData(_PastDueEventData, total=False):
    orderStatus: Literal["pending", "completed", "canceled", "expired", "active", "trialing", "canceling", "past_due"]
    merchantProvidedBuyerIdentity: str
    orderMerchantExternalId: str
    billingDetail: OrderBillingDetail
    orderMetadata: Dict[str, Any]
    subtotal: str
    """`total` without tax, as a display string"""
    total: str
    """Equal to the total of `listPrice`, `originalPayment` or `planPrice`, in this order, as a display
    string
    """
    taxRate: float
    """A fraction"""
    taxName: str
    provider: Literal["sandbox"]
    """Only in `prod`, for a payment by the sandbox (`SANDBOX_IN_PROD=on`): no money moved, so do not
    deliver the goods
    """
    productDescription: str
    productMetadata: Dict[str, Any]
    periodNumber: int
    """Period of the subscription that the event is about, counted from 1; 0 for the trial. Absent
    before the first payment
    """
    currentPeriodStart: str
    """First day (UTC) of the current period"""
    currentPeriodEnd: str
    """Day (UTC) on which the current period ends"""
    currentPeriodStartsAt: str
    currentPeriodEndsAt: str
    canceledAt: str
    """Time at which cancellation was requested, or at which the subscription was canceled
    automatically
    """
    chargedAmount: str
    """Amount of the payment. In a trial it is lower than the list price; a failed payment charges
    nothing, as a display string
    """
    listPrice: PriceWithTax
    """Price without the trial"""
    paymentId: str
    """`PAY_xxx`"""
    paymentStatus: Literal["succeeded", "failed"]
    paymentMethod: str
    """`card`, or the name of the wallet or bank debit"""
    paymentLast4: str
    paymentDate: str
    """Day (UTC) on which the payment succeeded or failed"""
    paymentFailureReason: str


class _PauseSubscriptionOrderRequest(TypedDict):
    orderId: str
    """`ORD_xxx` or the bare UUID"""


class PauseSubscriptionOrderRequest(_PauseSubscriptionOrderRequest, total=False):
    resumesAt: str
    """ISO 8601, with `Z` or an offset"""


class PauseWebhookData(TypedDict):
    webhook: WebhookState


class PauseWebhookRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class PausedOrder(TypedDict):
    orderId: str
    """`ORD_xxx`"""
    status: Literal["pending", "active", "trialing", "canceling", "past_due", "canceled", "expired"]
    """A pause does not change it"""
    pausedAt: Optional[str]
    """Null: not paused"""
    resumesAt: Optional[str]
    """When it resumes by itself; null: never"""
    currentPeriodEnd: Optional[str]
    """The end of the paid time; resuming moves it by the length of the pause"""


class _PaymentEventData(TypedDict):
    orderId: str
    """`ORD_xxx`"""
    buyerEmail: str
    """Empty if no email address was given"""
    currency: str
    amount: str
    """Amount charged by the payment, or refunded; otherwise equal to `total`, as a display string"""
    taxAmount: str
    """Tax included in `total`, as a display string"""
    productName: str
    chargedAmount: str
    """Amount of the payment. In a trial it is lower than the list price; a failed payment charges
    nothing, as a display string
    """
    listPrice: PriceWithTax
    """Price without the trial"""
    paymentId: str
    """`PAY_xxx`"""
    paymentStatus: Literal["succeeded", "failed"]
    paymentMethod: str
    """`card`, or the name of the wallet or bank debit"""
    paymentDate: str
    """Day (UTC) on which the payment succeeded or failed"""


class PaymentEventData(_PaymentEventData, total=False):
    orderStatus: Literal["pending", "completed", "canceled", "expired", "active", "trialing", "canceling", "past_due"]
    merchantProvidedBuyerIdentity: str
    orderMerchantExternalId: str
    billingDetail: OrderBillingDetail
    orderMetadata: Dict[str, Any]
    subtotal: str
    """`total` without tax, as a display string"""
    total: str
    """Equal to the total of `listPrice`, `originalPayment` or `planPrice`, in this order, as a display
    string
    """
    taxRate: float
    """A fraction"""
    taxName: str
    provider: Literal["sandbox"]
    """Only in `prod`, for a payment by the sandbox (`SANDBOX_IN_PROD=on`): no money moved, so do not
    deliver the goods
    """
    productDescription: str
    productMetadata: Dict[str, Any]
    paymentLast4: str
    paymentFailureReason: str


class _PlanChange(TypedDict):
    originOrderId: str
    """The subscription whose plan changes"""
    changeOrderId: str
    """The order that replaces it"""
    fromPlan: str
    """Name of the current or previous plan"""
    toPlan: str
    """Name of the new plan"""
    timing: Literal["immediate", "next_period"]
    effectiveAt: str


class PlanChange(_PlanChange, total=False):
    failureReason: str
    """Why the plan change failed"""


class _PlanChangeEventData(TypedDict):
    orderId: str
    """`ORD_xxx`"""
    buyerEmail: str
    """Empty if no email address was given"""
    currency: str
    amount: str
    """Amount charged by the payment, or refunded; otherwise equal to `total`, as a display string"""
    taxAmount: str
    """Tax included in `total`, as a display string"""
    productName: str
    planPrice: PriceWithTax
    """Price of the current period. In a trial, the price of the trial"""
    billingPeriod: Literal["weekly", "monthly", "quarterly", "yearly"]
    planChange: PlanChange


class PlanChangeEventData(_PlanChangeEventData, total=False):
    orderStatus: Literal["pending", "completed", "canceled", "expired", "active", "trialing", "canceling", "past_due"]
    merchantProvidedBuyerIdentity: str
    orderMerchantExternalId: str
    billingDetail: OrderBillingDetail
    orderMetadata: Dict[str, Any]
    subtotal: str
    """`total` without tax, as a display string"""
    total: str
    """Equal to the total of `listPrice`, `originalPayment` or `planPrice`, in this order, as a display
    string
    """
    taxRate: float
    """A fraction"""
    taxName: str
    provider: Literal["sandbox"]
    """Only in `prod`, for a payment by the sandbox (`SANDBOX_IN_PROD=on`): no money moved, so do not
    deliver the goods
    """
    productDescription: str
    productMetadata: Dict[str, Any]
    periodNumber: int
    """Period of the subscription that the event is about, counted from 1; 0 for the trial. Absent
    before the first payment
    """
    currentPeriodStart: str
    """First day (UTC) of the current period"""
    currentPeriodEnd: str
    """Day (UTC) on which the current period ends"""
    currentPeriodStartsAt: str
    currentPeriodEndsAt: str
    canceledAt: str
    """Time at which cancellation was requested, or at which the subscription was canceled
    automatically
    """


class PlanGroupRules(TypedDict):
    sharedTrial: bool
    selfServicePlanChange: bool


class PlanGroupRulesInput(TypedDict, total=False):
    sharedTrial: bool
    """Each buyer gets one trial for the whole group"""
    selfServicePlanChange: bool
    """Customers may change between the group’s plans, in the portal and with a session token"""


class PreviewCheckoutTaxData(TypedDict):
    subtotal: float
    """In major units of the session’s currency"""
    taxAmount: float
    """In major units of the session’s currency"""
    total: float
    """In major units of the session’s currency"""
    taxRate: float
    """A fraction from 0 to 1"""


class PreviewCheckoutTaxRequest(TypedDict):
    checkoutSessionId: str
    """As given in the request that created it"""
    billingDetail: BillingDetail
    """The buyer’s address and business, which determine the tax"""


class _Price(TypedDict):
    amount: str
    """Display format, with the full exponent of the currency"""
    taxIncluded: bool
    taxCategory: Literal["digital_goods", "saas", "software", "ebook", "online_course", "consulting", "professional_service"]


class Price(_Price, total=False):
    trialAmount: str
    """Price of a paid trial, in display format"""


class _PriceInput(TypedDict):
    amount: Union[int, str]
    """An integer is in minor units, a string in display format"""


class PriceInput(_PriceInput, total=False):
    taxIncluded: bool
    """Whether the amount includes tax"""
    taxCategory: Literal["digital_goods", "saas", "software", "ebook", "online_course", "consulting", "professional_service"]


class _PriceSnapshot(TypedDict):
    amount: Union[int, str]
    """An integer is in minor units, a string in display format"""


class PriceSnapshot(_PriceSnapshot, total=False):
    taxIncluded: bool
    """Whether the amount includes tax"""
    taxCategory: Literal["digital_goods", "saas", "software", "ebook", "online_course", "consulting", "professional_service"]


class _PriceWithTax(TypedDict):
    total: str
    """Total with tax, as a display string"""
    subtotal: str
    """Subtotal without tax, as a display string"""
    taxAmount: str
    """Tax, as a display string"""
    taxRate: float
    """In percent"""


class PriceWithTax(_PriceWithTax, total=False):
    taxName: str


class PublishOnetimeProductData(TypedDict):
    product: OnetimeProduct


class _PublishOnetimeProductRequest(TypedDict):
    id: str
    """`PROD_xxx` or the bare UUID"""


class PublishOnetimeProductRequest(_PublishOnetimeProductRequest, total=False):
    testVersionId: str
    """The test version to publish; rejected if it is not the current one. Defaults to the current test
    version
    """


class PublishSubscriptionProductData(TypedDict):
    product: SubscriptionProduct


class PublishSubscriptionProductGroupData(TypedDict):
    group: SubscriptionProductGroup


class PublishSubscriptionProductGroupRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class _PublishSubscriptionProductRequest(TypedDict):
    id: str
    """`PROD_xxx` or the bare UUID"""


class PublishSubscriptionProductRequest(_PublishSubscriptionProductRequest, total=False):
    testVersionId: str
    """The test version to publish; rejected if it is not the current one. Defaults to the current test
    version
    """


class Quote(TypedDict):
    quoteId: str
    kind: Literal["purchase", "plan_change", "renewal"]
    orderId: Optional[str]
    """The subscription to change or renew"""
    checkoutSessionId: Optional[str]
    productId: str
    """`PROD_xxx`"""
    productName: str
    currency: str
    lines: List[QuoteLine]
    subtotal: str
    """A display amount in the quote’s currency"""
    taxAmount: str
    """A display amount in the quote’s currency"""
    taxRate: float
    """A fraction; 0.19 is 19 %"""
    taxName: Optional[str]
    """The tax and its reason, such as `VAT, reverse charge`"""
    credit: str
    """The credit that this quote uses"""
    creditLeft: str
    """Credit that pays later renewals"""
    total: str
    """The amount to charge"""
    changeTiming: Optional[Literal["immediate", "next_period"]]
    effectiveAt: Optional[str]
    """When a plan change starts"""
    nextCharge: Optional[QuoteNextCharge]
    derivation: Optional[QuoteDerivation]
    """How the credit for unused time was calculated"""
    validUntil: str
    createdAt: str


class QuoteDerivation(TypedDict):
    text: str
    unusedSeconds: int
    periodSeconds: int
    periodValue: str
    """A display amount in the quote’s currency"""
    credit: str
    """A display amount in the quote’s currency"""


class QuoteLine(TypedDict):
    type: Literal["price", "tax", "unused_time", "store_credit", "balance"]
    """`price`: the new price without tax; `tax`; `unused_time`: credit for unused time;
    `store_credit`: credit by the merchant; `balance`: earlier credit
    """
    description: str
    amount: str
    """A display amount in the quote’s currency"""


class QuoteNextCharge(TypedDict):
    """The next charge after this one, before credit and with the tax of today"""
    amount: str
    """A display amount in the quote’s currency"""
    at: str


class ReactivateSubscriptionOrderRequest(TypedDict):
    orderId: str
    """`ORD_xxx` or the bare UUID"""


class Refund(TypedDict):
    id: str
    """`REF_xxx`"""
    orderId: str
    """`ORD_xxx`"""
    paymentId: str
    """`PAY_xxx`"""
    status: Literal["pending", "succeeded", "failed"]
    """`pending` until the payment provider answers; then `succeeded` or `failed`"""
    amount: str
    """Display format"""
    taxAmount: str
    """The tax included in `amount`"""
    currency: str
    reason: Optional[str]
    ticketId: Optional[str]
    """The customer’s refund request that led to it"""
    orderMerchantExternalId: Optional[str]
    refundTicketMerchantExternalId: Optional[str]
    createdAt: str


class _RefundEventData(TypedDict):
    orderId: str
    """`ORD_xxx`"""
    buyerEmail: str
    """Empty if no email address was given"""
    currency: str
    amount: str
    """Amount charged by the payment, or refunded; otherwise equal to `total`, as a display string"""
    taxAmount: str
    """Tax included in `total`, as a display string"""
    productName: str
    refundedAmount: str
    """Amount of the refund, whether it succeeded or failed, as a display string"""
    originalChargedAmount: str
    """Amount of the payment, as a display string"""
    originalPayment: OriginalPayment
    paymentId: str
    """`PAY_xxx`"""
    paymentStatus: Literal["succeeded", "failed"]
    paymentMethod: str
    """`card`, or the name of the wallet or bank debit"""
    paymentDate: str
    """Day (UTC) on which the payment succeeded or failed"""
    refundStatus: Literal["succeeded", "failed"]
    refundCreatedAt: str


class RefundEventData(_RefundEventData, total=False):
    orderStatus: Literal["pending", "completed", "canceled", "expired", "active", "trialing", "canceling", "past_due"]
    merchantProvidedBuyerIdentity: str
    orderMerchantExternalId: str
    billingDetail: OrderBillingDetail
    orderMetadata: Dict[str, Any]
    subtotal: str
    """`total` without tax, as a display string"""
    total: str
    """Equal to the total of `listPrice`, `originalPayment` or `planPrice`, in this order, as a display
    string
    """
    taxRate: float
    """A fraction"""
    taxName: str
    provider: Literal["sandbox"]
    """Only in `prod`, for a payment by the sandbox (`SANDBOX_IN_PROD=on`): no money moved, so do not
    deliver the goods
    """
    productDescription: str
    productMetadata: Dict[str, Any]
    paymentLast4: str
    periodNumber: int
    """Period of the subscription that the event is about, counted from 1; 0 for the trial. Absent
    before the first payment
    """
    refundReason: str
    refundTicketMerchantExternalId: str


class RefundFailedEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["refund.failed"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: RefundEventData


class RefundSucceededEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["refund.succeeded"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: RefundEventData


class RefundTicket(TypedDict):
    id: str
    """`TKT_xxx`"""
    type: Literal["refund"]
    storeId: str
    """`STO_xxx`"""
    orderId: str
    """`ORD_xxx`"""
    paymentId: str
    """`PAY_xxx`"""
    subjectId: str
    """Equal to `paymentId`"""
    status: Literal["pending", "approved", "rejected", "processing", "succeeded", "failed"]
    """The decision, and after an approval the state of the refund"""
    decision: Literal["pending", "approved", "rejected"]
    amount: str
    """Display format"""
    currency: str
    reason: str
    metadata: Dict[str, Any]
    refundTicketMerchantExternalId: Optional[str]
    submitterId: str
    """The customer’s identity, or the ID of the merchant"""
    submitterType: Literal["customer", "merchant"]
    resubmissions: int
    """How often the request was resubmitted after a rejection"""
    versionNumber: int
    """`resubmissions` plus 1"""
    versionData: RefundTicketVersionData
    currentVersionId: None
    """Versions have no IDs"""
    reviewerId: Optional[str]
    """The account that decided the request"""
    reviewNote: Optional[str]
    """The merchant’s note on the decision"""
    rejectReason: Optional[str]
    """`reviewNote` of a rejection"""
    createdAt: str
    updatedAt: str
    reviewedAt: Optional[str]
    executedAt: None
    """A refund is executed after the response"""


class RefundTicketVersionData(TypedDict):
    reason: str
    requestedAmount: RequestedAmount


class RemoveStoreMerchantData(TypedDict):
    storeMerchant: StoreMerchant
    message: str
    removedAt: str


class RemoveStoreMerchantRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""
    merchantId: str
    """`MER_xxx` or the bare UUID"""


class RemoveStoreWebhookData(TypedDict):
    webhook: Webhook


class RemoveStoreWebhookRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class RequestPage(TypedDict):
    requests: List[LoggedRequest]


class RequestedAmount(TypedDict):
    amount: str
    """Display format"""
    currency: str


class RequestedAmountInput(TypedDict):
    amount: Union[int, str]
    """An integer is in minor units, a string in display format"""
    currency: str


class ResendSenderEmailCodeData(TypedDict):
    senderEmail: SenderEmail


class ResendSenderEmailCodeRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class ResetTestClockData(TypedDict):
    testClock: TestClock


class ResetTestClockRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""


class ResubmitRefundTicketData(TypedDict):
    ticket: RefundTicket
    ticketId: str
    """Equal to `ticket.id`"""
    status: Literal["pending", "approved", "rejected", "processing", "succeeded", "failed"]
    """Equal to `ticket.status`"""


class _ResubmitRefundTicketRequest(TypedDict):
    ticketId: str
    """`TKT_xxx` or the bare UUID"""
    reason: str
    """The customer’s reason; at most 1,000 characters"""


class ResubmitRefundTicketRequest(_ResubmitRefundTicketRequest, total=False):
    paymentId: str
    """The payment of the request; checked if given"""
    amount: Union[int, str]
    """An integer is in minor units, a string in display format; defaults to the previous amount, or
    the remainder if that is less
    """
    requestedAmount: RequestedAmountInput
    """The same with the currency of the payment. Send one of both fields"""


class ResumeSubscriptionOrderRequest(TypedDict):
    orderId: str
    """`ORD_xxx` or the bare UUID"""


class ResumeWebhookData(TypedDict):
    webhook: WebhookState
    deliveries: int
    """The number of pending and failed deliveries that are sent now"""


class ResumeWebhookRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class RevokeSenderDomainData(TypedDict):
    senderDomain: SenderDomain


class RevokeSenderDomainRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class RevokeSenderEmailData(TypedDict):
    senderEmail: SenderEmail


class RevokeSenderEmailRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class ScanVerificationPromptData(TypedDict):
    action: Literal["allow", "review", "block"]
    reasonCode: Literal["allowed", "review_required", "restricted_content", "service_degraded"]
    matchedCategories: List[str]
    requestId: str
    """Equal to the header `X-Request-Id`"""
    semanticStatus: Literal["disabled", "scored", "shadow_scored", "skipped_rules_block", "skipped_budget", "provider_timeout", "provider_error"]


class _ScanVerificationPromptRequest(TypedDict):
    prompt: str
    """The text to scan; at most 10,000 characters"""


class ScanVerificationPromptRequest(_ScanVerificationPromptRequest, total=False):
    locale: Literal["en", "ja", "zh"]
    """The language of the prompt"""
    semantic: Literal["off", "shadow", "enforce"]
    """How a model takes part. There is none"""


class SendEmailDeliveryAgainData(TypedDict):
    emailDelivery: EmailDelivery


class SendEmailDeliveryAgainRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class SendWebhookDeliveryAgainAllData(TypedDict):
    count: int
    next: Optional[str]
    """The `from` of the next call; null: no more deliveries"""


_SendWebhookDeliveryAgainAllRequest = TypedDict(
    "_SendWebhookDeliveryAgainAllRequest",
    {
        "status": "Literal[\"failed\", \"all\"]",
        "from": "str",
        "to": "str",
        "dryRun": "bool",
    },
    total=False,
)


class SendWebhookDeliveryAgainAllRequest(_SendWebhookDeliveryAgainAllRequest):
    webhookId: str
    """As given in the request that created it"""


class SendWebhookDeliveryAgainData(TypedDict):
    delivery: WebhookDelivery


class SendWebhookDeliveryAgainRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class SendWebhookTestEventData(TypedDict):
    delivery: WebhookDelivery


class SendWebhookTestEventRequest(TypedDict):
    id: str
    """As given in the request that created it"""
    eventType: Literal["order.completed", "subscription.activated", "subscription.payment_succeeded", "subscription.renewed", "subscription.recovered", "subscription.plan_changed", "subscription.plan_change_scheduled", "subscription.plan_change_failed", "subscription.canceling", "subscription.uncanceled", "subscription.canceled", "subscription.past_due", "refund.succeeded", "refund.failed"]


class SenderDomain(TypedDict):
    id: str
    storeId: str
    """`STO_xxx`"""
    domain: str
    status: Literal["unproven", "in_review", "bound", "rejected"]
    dnsRecord: DnsRecord
    checkedAt: Optional[str]
    checkProblem: Optional[str]
    reviewNote: Optional[str]
    createdAt: str
    updatedAt: str
    reviewedAt: Optional[str]


class SenderEmail(TypedDict):
    id: str
    storeId: str
    """`STO_xxx`"""
    email: str
    status: Literal["unproven", "in_review", "bound", "rejected"]
    codeExpiresAt: Optional[str]
    reviewNote: Optional[str]
    createdAt: str
    updatedAt: str
    reviewedAt: Optional[str]


class SetWebhookChaosData(TypedDict):
    webhook: WebhookState


class _SetWebhookChaosRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class SetWebhookChaosRequest(_SetWebhookChaosRequest, total=False):
    duplicate: int
    """Percentage of deliveries that are sent twice, with the same ID"""
    delay: int
    """Percentage of deliveries that are sent up to a minute late"""
    reorder: int
    """Percentage of deliveries that are reordered: later events of the same object may arrive first"""
    drop: int
    """Percentage of deliveries that are not sent"""


class Store(TypedDict):
    id: str
    """`STO_xxx`"""
    name: str
    status: Literal["active", "inactive", "suspended"]
    logo: Optional[str]
    supportEmail: Optional[str]
    website: Optional[str]
    slug: str
    """The public name, used in `X-Store-Slug` and checkout URLs"""
    prodEnabled: bool
    notificationSettings: Optional[NotificationSettings]
    checkoutSettings: Optional[CheckoutSettings]
    deletedAt: Optional[str]
    createdAt: str
    updatedAt: str


class StoreMerchant(TypedDict):
    storeId: str
    """`STO_xxx`"""
    merchantId: str
    """`MER_xxx`"""
    role: Literal["owner", "admin", "member"]
    createdAt: str
    """When the account became a member"""


class SubscriptionActivatedEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["subscription.activated"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: PaidPeriodEventData


class SubscriptionCanceledEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["subscription.canceled"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: SubscriptionEventData


class SubscriptionCancelingEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["subscription.canceling"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: SubscriptionEventData


class _SubscriptionEventData(TypedDict):
    orderId: str
    """`ORD_xxx`"""
    buyerEmail: str
    """Empty if no email address was given"""
    currency: str
    amount: str
    """Amount charged by the payment, or refunded; otherwise equal to `total`, as a display string"""
    taxAmount: str
    """Tax included in `total`, as a display string"""
    productName: str
    planPrice: PriceWithTax
    """Price of the current period. In a trial, the price of the trial"""
    billingPeriod: Literal["weekly", "monthly", "quarterly", "yearly"]


class SubscriptionEventData(_SubscriptionEventData, total=False):
    orderStatus: Literal["pending", "completed", "canceled", "expired", "active", "trialing", "canceling", "past_due"]
    merchantProvidedBuyerIdentity: str
    orderMerchantExternalId: str
    billingDetail: OrderBillingDetail
    orderMetadata: Dict[str, Any]
    subtotal: str
    """`total` without tax, as a display string"""
    total: str
    """Equal to the total of `listPrice`, `originalPayment` or `planPrice`, in this order, as a display
    string
    """
    taxRate: float
    """A fraction"""
    taxName: str
    provider: Literal["sandbox"]
    """Only in `prod`, for a payment by the sandbox (`SANDBOX_IN_PROD=on`): no money moved, so do not
    deliver the goods
    """
    productDescription: str
    productMetadata: Dict[str, Any]
    periodNumber: int
    """Period of the subscription that the event is about, counted from 1; 0 for the trial. Absent
    before the first payment
    """
    currentPeriodStart: str
    """First day (UTC) of the current period"""
    currentPeriodEnd: str
    """Day (UTC) on which the current period ends"""
    currentPeriodStartsAt: str
    currentPeriodEndsAt: str
    canceledAt: str
    """Time at which cancellation was requested, or at which the subscription was canceled
    automatically
    """


class SubscriptionOrder(TypedDict):
    orderId: str
    """`ORD_xxx`"""
    status: Literal["pending", "active", "trialing", "canceling", "past_due", "canceled", "expired"]


class SubscriptionPastDueEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["subscription.past_due"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: PastDueEventData


class SubscriptionPaymentSucceededEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["subscription.payment_succeeded"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: PaidPeriodEventData


class SubscriptionPlanChangeFailedEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["subscription.plan_change_failed"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: PlanChangeEventData


class SubscriptionPlanChangeScheduledEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["subscription.plan_change_scheduled"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: PlanChangeEventData


class SubscriptionPlanChangedEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["subscription.plan_changed"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: PlanChangeEventData


class _SubscriptionPriceInput(TypedDict):
    amount: Union[int, str]
    """An integer is in minor units, a string in display format"""


class SubscriptionPriceInput(_SubscriptionPriceInput, total=False):
    taxIncluded: bool
    """Whether the amount includes tax"""
    taxCategory: Literal["digital_goods", "saas", "software", "ebook", "online_course", "consulting", "professional_service"]
    trialAmount: Union[int, str]
    """Price of the trial; requires `metadata.trialDays`. Without it, the trial is free"""


class SubscriptionProduct(TypedDict):
    id: str
    """`PROD_xxx`"""
    storeId: str
    """`STO_xxx`"""
    name: str
    description: Optional[str]
    """Markdown"""
    prices: Dict[str, Price]
    media: List[MediaItem]
    successUrl: Optional[str]
    metadata: Dict[str, Any]
    status: Literal["active", "inactive"]
    """In the environment of the call"""
    createdAt: str
    updatedAt: str
    billingPeriod: Literal["weekly", "monthly", "quarterly", "yearly"]


class SubscriptionProductGroup(TypedDict):
    id: str
    storeId: str
    """`STO_xxx`"""
    name: str
    description: str
    """Empty if there is none"""
    rules: PlanGroupRules
    allowsMultipleSubscriptions: bool
    productIds: List[str]
    environment: Literal["test", "prod"]
    createdAt: str
    updatedAt: str


class SubscriptionProductVersion(TypedDict):
    id: str
    productId: str
    """`PROD_xxx`"""
    versionNumber: int
    name: str
    description: Optional[str]
    """Markdown"""
    prices: Dict[str, Price]
    media: List[MediaItem]
    successUrl: Optional[str]
    metadata: Dict[str, Any]
    billingPeriod: Literal["weekly", "monthly", "quarterly", "yearly"]
    createdAt: str


class SubscriptionProductWithVersions(TypedDict):
    id: str
    """`PROD_xxx`"""
    storeId: str
    """`STO_xxx`"""
    prodVersionId: Optional[str]
    """null until published"""
    testVersionId: str
    prodStatus: Literal["active", "inactive"]
    testStatus: Literal["active", "inactive"]
    createdAt: str
    updatedAt: str
    version: SubscriptionProductVersion
    product: SubscriptionProduct


class SubscriptionRecoveredEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["subscription.recovered"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: PaidPeriodEventData


class SubscriptionRenewedEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["subscription.renewed"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: PaidPeriodEventData


class SubscriptionUncanceledEvent(TypedDict):
    id: str
    """ID of the delivery. It stays the same in all attempts; use it to detect duplicates"""
    timestamp: str
    """Time of the event"""
    eventType: Literal["subscription.uncanceled"]
    eventId: str
    """ID of the payment or refund; for a change of a subscription, ID of the order, with a suffix if
    the change can repeat. The same for all webhooks that receive the event
    """
    storeId: str
    """`STO_xxx`"""
    storeName: str
    mode: Literal["test", "prod"]
    data: SubscriptionEventData


class TestClock(TypedDict):
    storeId: str
    """`STO_xxx`"""
    at: Optional[str]
    """The time in the store’s test environment; null: real time"""
    nextDueAt: Optional[str]
    """When the next job is due; null: nothing is due, or there is no clock"""


class Theme(TypedDict):
    checkoutLogo: Optional[str]
    checkoutColorPrimary: str
    checkoutColorBackground: str
    checkoutColorCard: str
    checkoutColorText: str
    checkoutBorderRadius: str


class ThemeInput(TypedDict, total=False):
    checkoutLogo: Optional[str]
    checkoutColorPrimary: Optional[str]
    checkoutColorBackground: Optional[str]
    checkoutColorCard: Optional[str]
    checkoutColorText: Optional[str]
    checkoutBorderRadius: Optional[str]
    """CSS lengths, calc(), min(), max() and clamp() included; the page uses the first, up to 1.375rem"""


class TimelineEntry(TypedDict):
    id: str
    """The event’s ID"""
    at: str
    """Time on the store’s clock"""
    type: str
    objectType: str
    objectId: str
    """A Short ID if the object’s kind has one, otherwise a UUID"""
    paymentId: Optional[str]
    """The related payment, if any"""
    summary: str


class UndoSubscriptionOrderPlanChangeData(TypedDict):
    orderId: str
    """`ORD_xxx`"""
    status: Literal["pending", "active", "trialing", "canceling", "past_due", "canceled", "expired"]


class UndoSubscriptionOrderPlanChangeRequest(TypedDict):
    orderId: str
    """`ORD_xxx` or the bare UUID"""


class UpdateOnetimeProductData(TypedDict):
    product: OnetimeProduct


class _UpdateOnetimeProductRequest(TypedDict):
    id: str
    """`PROD_xxx` or the bare UUID"""


class UpdateOnetimeProductRequest(_UpdateOnetimeProductRequest, total=False):
    name: str
    """Shown to buyers; surrounding whitespace is removed"""
    description: Optional[str]
    """Markdown. Null or an empty string means no description"""
    prices: Dict[str, PriceInput]
    """Prices by currency code (ISO 4217)"""
    media: List[MediaItemInput]
    """Images and videos, in display order"""
    successUrl: Optional[str]
    """The page the buyer is sent to after paying. Null or an empty string means the receipt"""
    metadata: Dict[str, Any]
    """Your own key-value data; at most 50 keys and 16 KiB of JSON"""


class UpdateOnetimeProductStatusData(TypedDict):
    product: OnetimeProduct


class UpdateOnetimeProductStatusRequest(TypedDict):
    id: str
    """`PROD_xxx` or the bare UUID"""
    status: Literal["active", "inactive"]


class UpdateStoreData(TypedDict):
    store: Store


class UpdateStoreMerchantRoleData(TypedDict):
    storeMerchant: StoreMerchant
    storeId: str
    """`STO_xxx`"""
    merchantId: str
    """`MER_xxx`"""
    role: Literal["owner", "admin", "member"]
    updatedAt: str


class UpdateStoreMerchantRoleRequest(TypedDict):
    storeId: str
    """`STO_xxx` or the bare UUID"""
    merchantId: str
    """`MER_xxx` or the bare UUID"""
    role: Literal["owner", "admin", "member"]
    """`owner` transfers the store"""


class _UpdateStoreRequest(TypedDict):
    id: str
    """`STO_xxx` or the bare UUID"""


class UpdateStoreRequest(_UpdateStoreRequest, total=False):
    name: str
    """Shown to buyers; surrounding whitespace is removed"""
    status: Literal["active", "inactive", "suspended"]
    logo: Optional[str]
    """The URL of an image; null removes it"""
    supportEmail: Optional[str]
    """The email address for questions from buyers"""
    website: Optional[str]
    """The store’s own site"""
    notificationSettings: Optional[NotificationSettingsInput]
    """Which emails the merchant gets. An absent switch keeps its value, null clears it"""
    checkoutSettings: Optional[CheckoutSettingsInput]
    """The appearance of the checkout. An absent field keeps its value, null clears it"""
    webhookSettings: Any
    """No longer supported: ignored with a warning"""


class UpdateStoreWebhookData(TypedDict):
    webhook: Webhook


class _UpdateStoreWebhookRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class UpdateStoreWebhookRequest(_UpdateStoreWebhookRequest, total=False):
    url: str
    """A public address. It must use https unless `testMode` is true"""
    events: List[Literal["order.completed", "subscription.activated", "subscription.payment_succeeded", "subscription.renewed", "subscription.recovered", "subscription.plan_changed", "subscription.plan_change_scheduled", "subscription.plan_change_failed", "subscription.canceling", "subscription.uncanceled", "subscription.canceled", "subscription.past_due", "refund.succeeded", "refund.failed"]]
    """Events to subscribe to. Duplicates are removed"""
    secret: Optional[str]
    """Secret shared with the receiver; null for none"""


class UpdateSubscriptionProductData(TypedDict):
    product: SubscriptionProduct


class UpdateSubscriptionProductGroupData(TypedDict):
    group: SubscriptionProductGroup


class _UpdateSubscriptionProductGroupRequest(TypedDict):
    id: str
    """As given in the request that created it"""


class UpdateSubscriptionProductGroupRequest(_UpdateSubscriptionProductGroupRequest, total=False):
    name: str
    """Unique per store and environment; surrounding whitespace is removed"""
    description: Optional[str]
    """Markdown. Null or an empty string means no description"""
    rules: Optional[PlanGroupRulesInput]
    """Omitted rules keep their values; both default to false"""
    allowsMultipleSubscriptions: bool
    """Whether a customer may hold several subscriptions to the group’s plans; false by default"""
    productIds: List[str]
    """Subscription products of the store, in display order"""


class _UpdateSubscriptionProductRequest(TypedDict):
    id: str
    """`PROD_xxx` or the bare UUID"""


class UpdateSubscriptionProductRequest(_UpdateSubscriptionProductRequest, total=False):
    name: str
    """Shown to buyers; surrounding whitespace is removed"""
    billingPeriod: Literal["weekly", "monthly", "quarterly", "yearly"]
    """How often a subscription is charged"""
    prices: Dict[str, SubscriptionPriceInput]
    """Prices by currency code (ISO 4217)"""
    description: Optional[str]
    """Markdown. Null or an empty string means no description"""
    media: List[MediaItemInput]
    """Images and videos, in display order"""
    successUrl: Optional[str]
    """The page the buyer is sent to after paying. Null or an empty string means the receipt"""
    metadata: Dict[str, Any]
    """Your own key-value data; at most 50 keys and 16 KiB of JSON. `trialDays` (1 to 730) is the
    length of a trial
    """


class UpdateSubscriptionProductStatusData(TypedDict):
    product: SubscriptionProduct


class UpdateSubscriptionProductStatusRequest(TypedDict):
    id: str
    """`PROD_xxx` or the bare UUID"""
    status: Literal["active", "inactive"]


class Webhook(TypedDict):
    id: str
    storeId: str
    """`STO_xxx`"""
    channel: Literal["http", "discord", "slack", "telegram", "feishu"]
    url: str
    events: List[Literal["order.completed", "subscription.activated", "subscription.payment_succeeded", "subscription.renewed", "subscription.recovered", "subscription.plan_changed", "subscription.plan_change_scheduled", "subscription.plan_change_failed", "subscription.canceling", "subscription.uncanceled", "subscription.canceled", "subscription.past_due", "refund.succeeded", "refund.failed"]]
    testMode: bool
    """true: receives test events; false: receives prod events"""
    secret: Optional[str]
    createdAt: str
    updatedAt: str


class WebhookChaos(TypedDict):
    duplicate: int
    delay: int
    reorder: int
    drop: int


class WebhookDelivery(TypedDict):
    id: str
    """The `id` in the body. It stays the same in all attempts"""
    webhookId: str
    storeId: str
    """`STO_xxx`"""
    eventId: Optional[str]
    """Null for a test event"""
    eventType: Literal["order.completed", "subscription.activated", "subscription.payment_succeeded", "subscription.renewed", "subscription.recovered", "subscription.plan_changed", "subscription.plan_change_scheduled", "subscription.plan_change_failed", "subscription.canceling", "subscription.uncanceled", "subscription.canceled", "subscription.past_due", "refund.succeeded", "refund.failed"]
    status: Literal["pending", "success", "failed"]
    attempts: int
    """Number of attempts"""
    nextAttemptAt: Optional[str]
    """Time of the next attempt; null if there is none"""
    createdAt: str


class WebhookState(TypedDict):
    id: str
    storeId: str
    """`STO_xxx`"""
    channel: Literal["http", "discord", "slack", "telegram", "feishu"]
    events: List[Literal["order.completed", "subscription.activated", "subscription.payment_succeeded", "subscription.renewed", "subscription.recovered", "subscription.plan_changed", "subscription.plan_change_scheduled", "subscription.plan_change_failed", "subscription.canceling", "subscription.uncanceled", "subscription.canceled", "subscription.past_due", "refund.succeeded", "refund.failed"]]
    testMode: bool
    chaos: Optional[WebhookChaos]
    """Chaos mode’s shares in whole percent; null: off"""
    failingSince: Optional[str]
    """When the current series of failures began; null: the last attempt succeeded"""
    pausedAt: Optional[str]
    """When it was paused; null: not paused"""
    updatedAt: str


class WithdrawKybTicketData(TypedDict):
    ticket: KybTicket


class WithdrawKybTicketRequest(TypedDict):
    id: str
    """`TKT_xxx` or the bare UUID"""


WebhookEvent = Union[
    OrderCompletedEvent,
    SubscriptionActivatedEvent,
    SubscriptionPaymentSucceededEvent,
    SubscriptionRenewedEvent,
    SubscriptionRecoveredEvent,
    SubscriptionPlanChangedEvent,
    SubscriptionPlanChangeScheduledEvent,
    SubscriptionPlanChangeFailedEvent,
    SubscriptionCancelingEvent,
    SubscriptionUncanceledEvent,
    SubscriptionCanceledEvent,
    SubscriptionPastDueEvent,
    RefundSucceededEvent,
    RefundFailedEvent,
]
