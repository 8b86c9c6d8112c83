<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil;

use Counterfoil\Resources\AuthActions;
use Counterfoil\Resources\CheckoutActions;
use Counterfoil\Resources\EmailDeliveryActions;
use Counterfoil\Resources\KybTicketActions;
use Counterfoil\Resources\OnetimeOrderActions;
use Counterfoil\Resources\OnetimeProductActions;
use Counterfoil\Resources\ReadsActions;
use Counterfoil\Resources\RefundActions;
use Counterfoil\Resources\RefundTicketActions;
use Counterfoil\Resources\SenderDomainActions;
use Counterfoil\Resources\SenderEmailActions;
use Counterfoil\Resources\StoreActions;
use Counterfoil\Resources\StoreMerchantActions;
use Counterfoil\Resources\SubscriptionOrderActions;
use Counterfoil\Resources\SubscriptionProductActions;
use Counterfoil\Resources\SubscriptionProductGroupActions;
use Counterfoil\Resources\TestClockActions;
use Counterfoil\Resources\VerificationActions;
use Counterfoil\Resources\WebhookActions;
use Counterfoil\Resources\WebhookDeliveryActions;

/** The actions by resource. */
abstract class Actions
{
    public readonly StoreActions $store;
    public readonly OnetimeProductActions $onetimeProduct;
    public readonly SubscriptionProductActions $subscriptionProduct;
    public readonly SubscriptionProductGroupActions $subscriptionProductGroup;
    public readonly CheckoutActions $checkout;
    public readonly OnetimeOrderActions $onetimeOrder;
    public readonly SubscriptionOrderActions $subscriptionOrder;
    public readonly RefundActions $refund;
    public readonly RefundTicketActions $refundTicket;
    public readonly WebhookActions $webhook;
    public readonly WebhookDeliveryActions $webhookDelivery;
    public readonly EmailDeliveryActions $emailDelivery;
    public readonly TestClockActions $testClock;
    public readonly AuthActions $auth;
    public readonly StoreMerchantActions $storeMerchant;
    public readonly KybTicketActions $kybTicket;
    public readonly VerificationActions $verification;
    public readonly SenderEmailActions $senderEmail;
    public readonly SenderDomainActions $senderDomain;
    public readonly ReadsActions $reads;

    public function __construct()
    {
        $this->store = new StoreActions($this);
        $this->onetimeProduct = new OnetimeProductActions($this);
        $this->subscriptionProduct = new SubscriptionProductActions($this);
        $this->subscriptionProductGroup = new SubscriptionProductGroupActions($this);
        $this->checkout = new CheckoutActions($this);
        $this->onetimeOrder = new OnetimeOrderActions($this);
        $this->subscriptionOrder = new SubscriptionOrderActions($this);
        $this->refund = new RefundActions($this);
        $this->refundTicket = new RefundTicketActions($this);
        $this->webhook = new WebhookActions($this);
        $this->webhookDelivery = new WebhookDeliveryActions($this);
        $this->emailDelivery = new EmailDeliveryActions($this);
        $this->testClock = new TestClockActions($this);
        $this->auth = new AuthActions($this);
        $this->storeMerchant = new StoreMerchantActions($this);
        $this->kybTicket = new KybTicketActions($this);
        $this->verification = new VerificationActions($this);
        $this->senderEmail = new SenderEmailActions($this);
        $this->senderDomain = new SenderDomainActions($this);
        $this->reads = new ReadsActions($this);
    }

    /**
     * Calls an action and returns `data`. Use it for actions newer than this package.
     *
     * @param array<string, mixed> $body
     * @throws ApiException the service refused the call
     * @throws ConnectionException no response arrived
     */
    abstract public function call(string $path, array $body, ?string $idempotencyKey = null): mixed;

    /**
     * Reads with a signed GET and returns `data`.
     *
     * @param array<string, string|int|bool> $query
     * @throws ApiException the service refused the call
     * @throws ConnectionException no response arrived
     */
    abstract public function read(string $path, array $query): mixed;
}
