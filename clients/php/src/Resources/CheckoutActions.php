<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Checkout. A session fixes the product version, price and currency, and returns the URL of a hosted
 * payment page.
 *
 * @phpstan-import-type BillingDetail from Types
 * @phpstan-import-type CreateCheckoutSessionData from Types
 * @phpstan-import-type PreviewCheckoutTaxData from Types
 * @phpstan-import-type PriceSnapshot from Types
 * @phpstan-import-type Quote from Types
 */
final class CheckoutActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Quote a purchase, a plan change or the next renewal.
     *
     * Callers: API key, Store slug, Session token.
     *
     * An API key with limited scopes needs `read`.
     *
     * @param string|Omit $checkoutSessionId The session of a purchase or a plan change
     * @param string|Omit $orderId A subscription, for its next renewal
     * @param string|Omit $buyerEmail For a purchase with a trial: each buyer gets one. Defaults to the session’s
     * @param BillingDetail|Omit $billingDetail For a purchase; defaults to the session’s. Without one, the quote has no tax
     * @return Quote
     */
    public function createQuote(
        string|Omit $checkoutSessionId = Omit::Value,
        string|Omit $orderId = Omit::Value,
        string|Omit $buyerEmail = Omit::Value,
        array|Omit $billingDetail = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/checkout/create-quote', Body::of([
            'checkoutSessionId' => $checkoutSessionId,
            'orderId' => $orderId,
            'buyerEmail' => $buyerEmail,
            'billingDetail' => $billingDetail,
        ], ['billingDetail']), $idempotencyKey);
    }

    /**
     * Create a checkout session that locks a product’s version, price and currency.
     *
     * Callers: API key, Store slug, Session token.
     *
     * An API key with limited scopes needs `sell`.
     *
     * Ignored with a store slug: `storeId`, `expiresInSeconds`, `orderMerchantExternalId`, `darkMode`,
     * `language`, `changeTiming`, `changeAmount`, `changeCreditAmount`, `includePaymentMethods`,
     * `excludePaymentMethods`.
     *
     * Rejected with a store slug: `priceSnapshot`.
     *
     * Ignored with a session token: `storeId`, `withTrial`, `priceSnapshot`, `expiresInSeconds`,
     * `metadata`, `orderMerchantExternalId`, `changeAmount`, `changeCreditAmount`,
     * `includePaymentMethods`, `excludePaymentMethods`.
     *
     * @param string $productId `PROD_xxx` or the bare UUID
     * @param string $currency ISO 4217; a currency in which the product has a price
     * @param string|Omit $storeId `STO_xxx` or the bare UUID; API key only. Defaults to the product’s store
     * @param 'onetime'|'subscription'|Omit $productType Defaults to the product’s type; required with a store slug
     * @param bool|Omit $withTrial Subscriptions only. true forces a trial, false prevents it; by default each buyer gets one trial
     * @param string|Omit $buyerEmail Prefilled on the page
     * @param BillingDetail|Omit $billingDetail The buyer’s address and business, which determine the tax
     * @param string|null|Omit $successUrl The page the buyer is sent to after paying. Null or an empty string means the product’s `successUrl`
     * @param int|Omit $expiresInSeconds How long the page accepts payment, in seconds
     * @param array<string, mixed>|Omit $metadata Your own key-value data; at most 50 keys and 16 KiB of JSON
     * @param PriceSnapshot|Omit $priceSnapshot A price for this session only; API key only
     * @param string|Omit $orderMerchantExternalId Your own ID, repeated on the order, payment, refund and webhooks
     * @param bool|Omit $darkMode Overrides the store’s default color scheme
     * @param string|Omit $originOrderId The subscription to change to this product’s plan; without it the session sells a new purchase
     * @param 'immediate'|'next_period'|Omit $changeTiming When a plan change happens. By default an upgrade is immediate, any other change at the period’s end
     * @param string|Omit $changeAmount The amount to charge for a plan change, tax included; API key only
     * @param string|Omit $changeCreditAmount The credit for a plan change instead of the unused time’s, tax included; API key only
     * @param list<string>|Omit $includePaymentMethods Only these methods: `card`, `applepay`, `googlepay`, `wechat`; API key only
     * @param list<string>|Omit $excludePaymentMethods All but these methods. Unknown ones are ignored; API key only
     * @param string|Omit $language The language of the page, as a BCP 47 tag
     * @return CreateCheckoutSessionData
     */
    public function createSession(
        string $productId,
        string $currency,
        string|Omit $storeId = Omit::Value,
        string|Omit $productType = Omit::Value,
        bool|Omit $withTrial = Omit::Value,
        string|Omit $buyerEmail = Omit::Value,
        array|Omit $billingDetail = Omit::Value,
        string|null|Omit $successUrl = Omit::Value,
        int|Omit $expiresInSeconds = Omit::Value,
        array|Omit $metadata = Omit::Value,
        array|Omit $priceSnapshot = Omit::Value,
        string|Omit $orderMerchantExternalId = Omit::Value,
        bool|Omit $darkMode = Omit::Value,
        string|Omit $originOrderId = Omit::Value,
        string|Omit $changeTiming = Omit::Value,
        string|Omit $changeAmount = Omit::Value,
        string|Omit $changeCreditAmount = Omit::Value,
        array|Omit $includePaymentMethods = Omit::Value,
        array|Omit $excludePaymentMethods = Omit::Value,
        string|Omit $language = Omit::Value,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/checkout/create-session', Body::of([
            'productId' => $productId,
            'currency' => $currency,
            'storeId' => $storeId,
            'productType' => $productType,
            'withTrial' => $withTrial,
            'buyerEmail' => $buyerEmail,
            'billingDetail' => $billingDetail,
            'successUrl' => $successUrl,
            'expiresInSeconds' => $expiresInSeconds,
            'metadata' => $metadata,
            'priceSnapshot' => $priceSnapshot,
            'orderMerchantExternalId' => $orderMerchantExternalId,
            'darkMode' => $darkMode,
            'originOrderId' => $originOrderId,
            'changeTiming' => $changeTiming,
            'changeAmount' => $changeAmount,
            'changeCreditAmount' => $changeCreditAmount,
            'includePaymentMethods' => $includePaymentMethods,
            'excludePaymentMethods' => $excludePaymentMethods,
            'language' => $language,
        ], ['billingDetail', 'metadata', 'priceSnapshot']), $idempotencyKey);
    }

    /**
     * Preview the tax on a checkout session for a billing address.
     *
     * Callers: Store slug.
     *
     * @param string $checkoutSessionId As given in the request that created it
     * @param BillingDetail $billingDetail The buyer’s address and business, which determine the tax
     * @return PreviewCheckoutTaxData
     */
    public function previewTax(
        string $checkoutSessionId,
        array $billingDetail,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/checkout/preview-tax', Body::of([
            'checkoutSessionId' => $checkoutSessionId,
            'billingDetail' => $billingDetail,
        ], ['billingDetail']), $idempotencyKey);
    }
}
