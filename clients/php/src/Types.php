<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil;

/**
 * The shapes of nested objects, of `data` in responses, and of webhook events, for static analysis.
 *
 * @phpstan-type AddSenderDomainData array{senderDomain: SenderDomain}
 * @phpstan-type AddSenderEmailData array{senderEmail: SenderEmail}
 * @phpstan-type AddStoreMerchantData array{storeMerchant: StoreMerchant, storeId: string, merchantId: string, role: 'owner'|'admin'|'member', email?: string, status: 'active', addedAt: string}
 * @phpstan-type AddStoreWebhookData array{webhook: Webhook}
 * @phpstan-type AdvanceTestClockData array{testClock: TestClock, timeline: list<TimelineEntry>, timelineTotal: int}
 * @phpstan-type BillingDetail array{country: string, isBusiness: bool, state?: string|null, postcode?: string|null, businessName?: string|null, taxId?: string|null}
 * @phpstan-type CheckSenderDomainData array{senderDomain: SenderDomain}
 * @phpstan-type CheckoutSettings array{defaultDarkMode: bool, light: Theme, dark: Theme}
 * @phpstan-type CheckoutSettingsInput array{defaultDarkMode?: bool|null, light?: ThemeInput|null, dark?: ThemeInput|null}
 * @phpstan-type ConfirmSenderEmailData array{senderEmail: SenderEmail}
 * @phpstan-type CreateCheckoutSessionData array{sessionId: string, checkoutUrl: string, expiresAt: string}
 * @phpstan-type CreateKybTicketData array{ticket: KybTicket}
 * @phpstan-type CreateOnetimeOrderData array{checkoutUrl: string}
 * @phpstan-type CreateOnetimeProductData array{product: OnetimeProduct}
 * @phpstan-type CreateRefundData array{refund: Refund}
 * @phpstan-type CreateRefundTicketData array{ticket: RefundTicket, ticketId: string, status: 'pending'|'approved'|'rejected'|'processing'|'succeeded'|'failed'}
 * @phpstan-type CreateStoreData array{store: Store}
 * @phpstan-type CreateSubscriptionOrderData array{checkoutUrl: string}
 * @phpstan-type CreateSubscriptionProductGroupData array{group: SubscriptionProductGroup}
 * @phpstan-type CreateTestClockData array{testClock: TestClock}
 * @phpstan-type DeleteStoreData array{store: Store}
 * @phpstan-type DeleteSubscriptionProductGroupData array{group: SubscriptionProductGroup}
 * @phpstan-type DnsRecord array{type: 'TXT', name: string, value: string}
 * @phpstan-type EmailDelivery array{id: string, storeId: string, recipient: string, subject: string, status: 'queued'|'sent'|'unsent'|'failed'|'kept', attempts: int}
 * @phpstan-type EventPage array{environment: 'test'|'prod', events: list<FeedEvent>, cursor: int, lastSequence: int}
 * @phpstan-type FeedEvent array{id: string, sequence: int, eventType: 'order.completed'|'subscription.activated'|'subscription.payment_succeeded'|'subscription.renewed'|'subscription.recovered'|'subscription.plan_changed'|'subscription.plan_change_scheduled'|'subscription.plan_change_failed'|'subscription.canceling'|'subscription.uncanceled'|'subscription.canceled'|'subscription.past_due'|'refund.succeeded'|'refund.failed', publishedAt: string, body: string, previousDigest: string, digest: string, headers?: array<string, string>}
 * @phpstan-type IssueAuthSessionTokenData array{token: string, expiresAt: string}
 * @phpstan-type KybTicket array{id: string, storeId: string, status: 'pending'|'succeeded'|'rejected', legalName: string, country: string, registrationNumber: string, address: string, website: string, contactName: string, contactEmail: string, description: string, reviewNote: string|null, createdAt: string, updatedAt: string, reviewedAt: string|null}
 * @phpstan-type LoggedRequest array{id: string, environment: string|null, method: string, path: string, callerKind: string, status: int, durationMs: int, replayed: bool, error: string|null, hint: string|null, createdAt: string}
 * @phpstan-type MediaItem array{type: 'image'|'video', url: string, alt: string, thumbnail?: string}
 * @phpstan-type MediaItemInput array{type: 'image'|'video', url: string, alt?: string, thumbnail?: string}
 * @phpstan-type NotificationSettings array{notifyNewOrders: bool, notifyNewSubscriptions: bool, notifySubscriptionCanceled: bool, notifySubscriptionEnded: bool, notifySubscriptionPastDue: bool, notifySubscriptionRenewed: bool, notifySubscriptionUncanceled: bool, notifySubscriptionUpdated: bool, notifySubscriptionPlanChanged: bool, notifyChargeback: bool, notifyRefundSucceeded: bool, emailOrderConfirmation: bool, emailSubscriptionConfirmation: bool, emailSubscriptionCycled: bool, emailSubscriptionCanceled: bool, emailSubscriptionRevoked: bool, emailSubscriptionPastDue: bool, emailTrialStarted: bool, emailTrialEnding: bool, emailUpcomingCharge: bool, emailSubscriptionPlanChanged: bool, emailRefundSucceeded: bool}
 * @phpstan-type NotificationSettingsInput array{notifyNewOrders?: bool|null, notifyNewSubscriptions?: bool|null, notifySubscriptionCanceled?: bool|null, notifySubscriptionEnded?: bool|null, notifySubscriptionPastDue?: bool|null, notifySubscriptionRenewed?: bool|null, notifySubscriptionUncanceled?: bool|null, notifySubscriptionUpdated?: bool|null, notifySubscriptionPlanChanged?: bool|null, notifyChargeback?: bool|null, notifyRefundSucceeded?: bool|null}
 * @phpstan-type OnetimeOrder array{orderId: string, status: 'pending'|'completed'|'canceled'|'expired'}
 * @phpstan-type OnetimeProduct array{id: string, storeId: string, name: string, description: string|null, prices: array<string, Price>, media: list<MediaItem>, successUrl: string|null, metadata: array<string, mixed>, status: 'active'|'inactive', createdAt: string, updatedAt: string}
 * @phpstan-type OrderBillingDetail array{country: string, isBusiness: bool, state?: string, postcode?: string, businessName?: string, taxId?: string}
 * @phpstan-type OrderCompletedEvent array{id: string, timestamp: string, eventType: 'order.completed', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: PaymentEventData}
 * @phpstan-type OriginalPayment array{total: string, subtotal: string, taxAmount: string, taxRate: int|float, taxName?: string, chargedAmount: string, paymentId: string, paymentStatus: 'succeeded'|'failed', paymentMethod: string, paymentLast4?: string, paymentDate: string, periodNumber?: int}
 * @phpstan-type PaidPeriodEventData array{orderId: string, orderStatus?: 'pending'|'completed'|'canceled'|'expired'|'active'|'trialing'|'canceling'|'past_due', buyerEmail: string, merchantProvidedBuyerIdentity?: string, orderMerchantExternalId?: string, billingDetail?: OrderBillingDetail, orderMetadata?: array<string, mixed>, currency: string, amount: string, taxAmount: string, subtotal?: string, total?: string, taxRate?: int|float, taxName?: string, provider?: 'sandbox', productName: string, productDescription?: string, productMetadata?: array<string, mixed>, chargedAmount: string, listPrice: PriceWithTax, paymentId: string, paymentStatus: 'succeeded'|'failed', paymentMethod: string, paymentLast4?: string, paymentDate: string, paymentFailureReason?: string, planPrice: PriceWithTax, billingPeriod: 'weekly'|'monthly'|'quarterly'|'yearly', periodNumber?: int, currentPeriodStart?: string, currentPeriodEnd?: string, currentPeriodStartsAt?: string, currentPeriodEndsAt?: string, canceledAt?: string}
 * @phpstan-type PastDueEventData array{orderId: string, orderStatus?: 'pending'|'completed'|'canceled'|'expired'|'active'|'trialing'|'canceling'|'past_due', buyerEmail: string, merchantProvidedBuyerIdentity?: string, orderMerchantExternalId?: string, billingDetail?: OrderBillingDetail, orderMetadata?: array<string, mixed>, currency: string, amount: string, taxAmount: string, subtotal?: string, total?: string, taxRate?: int|float, taxName?: string, provider?: 'sandbox', productName: string, productDescription?: string, productMetadata?: array<string, mixed>, planPrice: PriceWithTax, billingPeriod: 'weekly'|'monthly'|'quarterly'|'yearly', periodNumber?: int, currentPeriodStart?: string, currentPeriodEnd?: string, currentPeriodStartsAt?: string, currentPeriodEndsAt?: string, canceledAt?: string, chargedAmount?: string, listPrice?: PriceWithTax, paymentId?: string, paymentStatus?: 'succeeded'|'failed', paymentMethod?: string, paymentLast4?: string, paymentDate?: string, paymentFailureReason?: string}
 * @phpstan-type PauseWebhookData array{webhook: WebhookState}
 * @phpstan-type PausedOrder array{orderId: string, status: 'pending'|'active'|'trialing'|'canceling'|'past_due'|'canceled'|'expired', pausedAt: string|null, resumesAt: string|null, currentPeriodEnd: string|null}
 * @phpstan-type PaymentEventData array{orderId: string, orderStatus?: 'pending'|'completed'|'canceled'|'expired'|'active'|'trialing'|'canceling'|'past_due', buyerEmail: string, merchantProvidedBuyerIdentity?: string, orderMerchantExternalId?: string, billingDetail?: OrderBillingDetail, orderMetadata?: array<string, mixed>, currency: string, amount: string, taxAmount: string, subtotal?: string, total?: string, taxRate?: int|float, taxName?: string, provider?: 'sandbox', productName: string, productDescription?: string, productMetadata?: array<string, mixed>, chargedAmount: string, listPrice: PriceWithTax, paymentId: string, paymentStatus: 'succeeded'|'failed', paymentMethod: string, paymentLast4?: string, paymentDate: string, paymentFailureReason?: string}
 * @phpstan-type PlanChange array{originOrderId: string, changeOrderId: string, fromPlan: string, toPlan: string, timing: 'immediate'|'next_period', effectiveAt: string, failureReason?: string}
 * @phpstan-type PlanChangeEventData array{orderId: string, orderStatus?: 'pending'|'completed'|'canceled'|'expired'|'active'|'trialing'|'canceling'|'past_due', buyerEmail: string, merchantProvidedBuyerIdentity?: string, orderMerchantExternalId?: string, billingDetail?: OrderBillingDetail, orderMetadata?: array<string, mixed>, currency: string, amount: string, taxAmount: string, subtotal?: string, total?: string, taxRate?: int|float, taxName?: string, provider?: 'sandbox', productName: string, productDescription?: string, productMetadata?: array<string, mixed>, planPrice: PriceWithTax, billingPeriod: 'weekly'|'monthly'|'quarterly'|'yearly', periodNumber?: int, currentPeriodStart?: string, currentPeriodEnd?: string, currentPeriodStartsAt?: string, currentPeriodEndsAt?: string, canceledAt?: string, planChange: PlanChange}
 * @phpstan-type PlanGroupRules array{sharedTrial: bool, selfServicePlanChange: bool}
 * @phpstan-type PlanGroupRulesInput array{sharedTrial?: bool, selfServicePlanChange?: bool}
 * @phpstan-type PreviewCheckoutTaxData array{subtotal: int|float, taxAmount: int|float, total: int|float, taxRate: int|float}
 * @phpstan-type Price array{amount: string, taxIncluded: bool, taxCategory: 'digital_goods'|'saas'|'software'|'ebook'|'online_course'|'consulting'|'professional_service', trialAmount?: string}
 * @phpstan-type PriceInput array{amount: int|string, taxIncluded?: bool, taxCategory?: 'digital_goods'|'saas'|'software'|'ebook'|'online_course'|'consulting'|'professional_service'}
 * @phpstan-type PriceSnapshot array{amount: int|string, taxIncluded?: bool, taxCategory?: 'digital_goods'|'saas'|'software'|'ebook'|'online_course'|'consulting'|'professional_service'}
 * @phpstan-type PriceWithTax array{total: string, subtotal: string, taxAmount: string, taxRate: int|float, taxName?: string}
 * @phpstan-type PublishOnetimeProductData array{product: OnetimeProduct}
 * @phpstan-type PublishSubscriptionProductData array{product: SubscriptionProduct}
 * @phpstan-type PublishSubscriptionProductGroupData array{group: SubscriptionProductGroup}
 * @phpstan-type Quote array{quoteId: string, kind: 'purchase'|'plan_change'|'renewal', orderId: string|null, checkoutSessionId: string|null, productId: string, productName: string, currency: string, lines: list<QuoteLine>, subtotal: string, taxAmount: string, taxRate: int|float, taxName: string|null, credit: string, creditLeft: string, total: string, changeTiming: 'immediate'|'next_period'|null, effectiveAt: string|null, nextCharge: QuoteNextCharge|null, derivation: QuoteDerivation|null, validUntil: string, createdAt: string}
 * @phpstan-type QuoteDerivation array{text: string, unusedSeconds: int, periodSeconds: int, periodValue: string, credit: string}
 * @phpstan-type QuoteLine array{type: 'price'|'tax'|'unused_time'|'store_credit'|'balance', description: string, amount: string}
 * @phpstan-type QuoteNextCharge array{amount: string, at: string}
 * @phpstan-type Refund array{id: string, orderId: string, paymentId: string, status: 'pending'|'succeeded'|'failed', amount: string, taxAmount: string, currency: string, reason: string|null, ticketId: string|null, orderMerchantExternalId: string|null, refundTicketMerchantExternalId: string|null, createdAt: string}
 * @phpstan-type RefundEventData array{orderId: string, orderStatus?: 'pending'|'completed'|'canceled'|'expired'|'active'|'trialing'|'canceling'|'past_due', buyerEmail: string, merchantProvidedBuyerIdentity?: string, orderMerchantExternalId?: string, billingDetail?: OrderBillingDetail, orderMetadata?: array<string, mixed>, currency: string, amount: string, taxAmount: string, subtotal?: string, total?: string, taxRate?: int|float, taxName?: string, provider?: 'sandbox', productName: string, productDescription?: string, productMetadata?: array<string, mixed>, refundedAmount: string, originalChargedAmount: string, originalPayment: OriginalPayment, paymentId: string, paymentStatus: 'succeeded'|'failed', paymentMethod: string, paymentLast4?: string, paymentDate: string, periodNumber?: int, refundStatus: 'succeeded'|'failed', refundReason?: string, refundCreatedAt: string, refundTicketMerchantExternalId?: string}
 * @phpstan-type RefundFailedEvent array{id: string, timestamp: string, eventType: 'refund.failed', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: RefundEventData}
 * @phpstan-type RefundSucceededEvent array{id: string, timestamp: string, eventType: 'refund.succeeded', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: RefundEventData}
 * @phpstan-type RefundTicket array{id: string, type: 'refund', storeId: string, orderId: string, paymentId: string, subjectId: string, status: 'pending'|'approved'|'rejected'|'processing'|'succeeded'|'failed', decision: 'pending'|'approved'|'rejected', amount: string, currency: string, reason: string, metadata: array<string, mixed>, refundTicketMerchantExternalId: string|null, submitterId: string, submitterType: 'customer'|'merchant', resubmissions: int, versionNumber: int, versionData: RefundTicketVersionData, currentVersionId: null, reviewerId: string|null, reviewNote: string|null, rejectReason: string|null, createdAt: string, updatedAt: string, reviewedAt: string|null, executedAt: null}
 * @phpstan-type RefundTicketVersionData array{reason: string, requestedAmount: RequestedAmount}
 * @phpstan-type RemoveStoreMerchantData array{storeMerchant: StoreMerchant, message: string, removedAt: string}
 * @phpstan-type RemoveStoreWebhookData array{webhook: Webhook}
 * @phpstan-type RequestPage array{requests: list<LoggedRequest>}
 * @phpstan-type RequestedAmount array{amount: string, currency: string}
 * @phpstan-type RequestedAmountInput array{amount: int|string, currency: string}
 * @phpstan-type ResendSenderEmailCodeData array{senderEmail: SenderEmail}
 * @phpstan-type ResetTestClockData array{testClock: TestClock}
 * @phpstan-type ResubmitRefundTicketData array{ticket: RefundTicket, ticketId: string, status: 'pending'|'approved'|'rejected'|'processing'|'succeeded'|'failed'}
 * @phpstan-type ResumeWebhookData array{webhook: WebhookState, deliveries: int}
 * @phpstan-type RevokeSenderDomainData array{senderDomain: SenderDomain}
 * @phpstan-type RevokeSenderEmailData array{senderEmail: SenderEmail}
 * @phpstan-type ScanVerificationPromptData array{action: 'allow'|'review'|'block', reasonCode: 'allowed'|'review_required'|'restricted_content'|'service_degraded', matchedCategories: list<string>, requestId: string, semanticStatus: 'disabled'|'scored'|'shadow_scored'|'skipped_rules_block'|'skipped_budget'|'provider_timeout'|'provider_error'}
 * @phpstan-type SendEmailDeliveryAgainData array{emailDelivery: EmailDelivery}
 * @phpstan-type SendWebhookDeliveryAgainAllData array{count: int, next: string|null}
 * @phpstan-type SendWebhookDeliveryAgainData array{delivery: WebhookDelivery}
 * @phpstan-type SendWebhookTestEventData array{delivery: WebhookDelivery}
 * @phpstan-type SenderDomain array{id: string, storeId: string, domain: string, status: 'unproven'|'in_review'|'bound'|'rejected', dnsRecord: DnsRecord, checkedAt: string|null, checkProblem: string|null, reviewNote: string|null, createdAt: string, updatedAt: string, reviewedAt: string|null}
 * @phpstan-type SenderEmail array{id: string, storeId: string, email: string, status: 'unproven'|'in_review'|'bound'|'rejected', codeExpiresAt: string|null, reviewNote: string|null, createdAt: string, updatedAt: string, reviewedAt: string|null}
 * @phpstan-type SetWebhookChaosData array{webhook: WebhookState}
 * @phpstan-type Store array{id: string, name: string, status: 'active'|'inactive'|'suspended', logo: string|null, supportEmail: string|null, website: string|null, slug: string, prodEnabled: bool, notificationSettings: NotificationSettings|null, checkoutSettings: CheckoutSettings|null, deletedAt: string|null, createdAt: string, updatedAt: string}
 * @phpstan-type StoreMerchant array{storeId: string, merchantId: string, role: 'owner'|'admin'|'member', createdAt: string}
 * @phpstan-type SubscriptionActivatedEvent array{id: string, timestamp: string, eventType: 'subscription.activated', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: PaidPeriodEventData}
 * @phpstan-type SubscriptionCanceledEvent array{id: string, timestamp: string, eventType: 'subscription.canceled', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: SubscriptionEventData}
 * @phpstan-type SubscriptionCancelingEvent array{id: string, timestamp: string, eventType: 'subscription.canceling', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: SubscriptionEventData}
 * @phpstan-type SubscriptionEventData array{orderId: string, orderStatus?: 'pending'|'completed'|'canceled'|'expired'|'active'|'trialing'|'canceling'|'past_due', buyerEmail: string, merchantProvidedBuyerIdentity?: string, orderMerchantExternalId?: string, billingDetail?: OrderBillingDetail, orderMetadata?: array<string, mixed>, currency: string, amount: string, taxAmount: string, subtotal?: string, total?: string, taxRate?: int|float, taxName?: string, provider?: 'sandbox', productName: string, productDescription?: string, productMetadata?: array<string, mixed>, planPrice: PriceWithTax, billingPeriod: 'weekly'|'monthly'|'quarterly'|'yearly', periodNumber?: int, currentPeriodStart?: string, currentPeriodEnd?: string, currentPeriodStartsAt?: string, currentPeriodEndsAt?: string, canceledAt?: string}
 * @phpstan-type SubscriptionOrder array{orderId: string, status: 'pending'|'active'|'trialing'|'canceling'|'past_due'|'canceled'|'expired'}
 * @phpstan-type SubscriptionPastDueEvent array{id: string, timestamp: string, eventType: 'subscription.past_due', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: PastDueEventData}
 * @phpstan-type SubscriptionPaymentSucceededEvent array{id: string, timestamp: string, eventType: 'subscription.payment_succeeded', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: PaidPeriodEventData}
 * @phpstan-type SubscriptionPlanChangeFailedEvent array{id: string, timestamp: string, eventType: 'subscription.plan_change_failed', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: PlanChangeEventData}
 * @phpstan-type SubscriptionPlanChangeScheduledEvent array{id: string, timestamp: string, eventType: 'subscription.plan_change_scheduled', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: PlanChangeEventData}
 * @phpstan-type SubscriptionPlanChangedEvent array{id: string, timestamp: string, eventType: 'subscription.plan_changed', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: PlanChangeEventData}
 * @phpstan-type SubscriptionPriceInput array{amount: int|string, taxIncluded?: bool, taxCategory?: 'digital_goods'|'saas'|'software'|'ebook'|'online_course'|'consulting'|'professional_service', trialAmount?: int|string}
 * @phpstan-type SubscriptionProduct array{id: string, storeId: string, name: string, description: string|null, prices: array<string, Price>, media: list<MediaItem>, successUrl: string|null, metadata: array<string, mixed>, status: 'active'|'inactive', createdAt: string, updatedAt: string, billingPeriod: 'weekly'|'monthly'|'quarterly'|'yearly'}
 * @phpstan-type SubscriptionProductGroup array{id: string, storeId: string, name: string, description: string, rules: PlanGroupRules, allowsMultipleSubscriptions: bool, productIds: list<string>, environment: 'test'|'prod', createdAt: string, updatedAt: string}
 * @phpstan-type SubscriptionProductVersion array{id: string, productId: string, versionNumber: int, name: string, description: string|null, prices: array<string, Price>, media: list<MediaItem>, successUrl: string|null, metadata: array<string, mixed>, billingPeriod: 'weekly'|'monthly'|'quarterly'|'yearly', createdAt: string}
 * @phpstan-type SubscriptionProductWithVersions array{id: string, storeId: string, prodVersionId: string|null, testVersionId: string, prodStatus: 'active'|'inactive', testStatus: 'active'|'inactive', createdAt: string, updatedAt: string, version: SubscriptionProductVersion, product: SubscriptionProduct}
 * @phpstan-type SubscriptionRecoveredEvent array{id: string, timestamp: string, eventType: 'subscription.recovered', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: PaidPeriodEventData}
 * @phpstan-type SubscriptionRenewedEvent array{id: string, timestamp: string, eventType: 'subscription.renewed', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: PaidPeriodEventData}
 * @phpstan-type SubscriptionUncanceledEvent array{id: string, timestamp: string, eventType: 'subscription.uncanceled', eventId: string, storeId: string, storeName: string, mode: 'test'|'prod', data: SubscriptionEventData}
 * @phpstan-type TestClock array{storeId: string, at: string|null, nextDueAt: string|null}
 * @phpstan-type Theme array{checkoutLogo: string|null, checkoutColorPrimary: string, checkoutColorBackground: string, checkoutColorCard: string, checkoutColorText: string, checkoutBorderRadius: string}
 * @phpstan-type ThemeInput array{checkoutLogo?: string|null, checkoutColorPrimary?: string|null, checkoutColorBackground?: string|null, checkoutColorCard?: string|null, checkoutColorText?: string|null, checkoutBorderRadius?: string|null}
 * @phpstan-type TimelineEntry array{id: string, at: string, type: string, objectType: string, objectId: string, paymentId: string|null, summary: string}
 * @phpstan-type UndoSubscriptionOrderPlanChangeData array{orderId: string, status: 'pending'|'active'|'trialing'|'canceling'|'past_due'|'canceled'|'expired'}
 * @phpstan-type UpdateOnetimeProductData array{product: OnetimeProduct}
 * @phpstan-type UpdateOnetimeProductStatusData array{product: OnetimeProduct}
 * @phpstan-type UpdateStoreData array{store: Store}
 * @phpstan-type UpdateStoreMerchantRoleData array{storeMerchant: StoreMerchant, storeId: string, merchantId: string, role: 'owner'|'admin'|'member', updatedAt: string}
 * @phpstan-type UpdateStoreWebhookData array{webhook: Webhook}
 * @phpstan-type UpdateSubscriptionProductData array{product: SubscriptionProduct}
 * @phpstan-type UpdateSubscriptionProductGroupData array{group: SubscriptionProductGroup}
 * @phpstan-type UpdateSubscriptionProductStatusData array{product: SubscriptionProduct}
 * @phpstan-type Webhook array{id: string, storeId: string, channel: 'http'|'discord'|'slack'|'telegram'|'feishu', url: string, events: list<'order.completed'|'subscription.activated'|'subscription.payment_succeeded'|'subscription.renewed'|'subscription.recovered'|'subscription.plan_changed'|'subscription.plan_change_scheduled'|'subscription.plan_change_failed'|'subscription.canceling'|'subscription.uncanceled'|'subscription.canceled'|'subscription.past_due'|'refund.succeeded'|'refund.failed'>, testMode: bool, secret: string|null, createdAt: string, updatedAt: string}
 * @phpstan-type WebhookChaos array{duplicate: int, delay: int, reorder: int, drop: int}
 * @phpstan-type WebhookDelivery array{id: string, webhookId: string, storeId: string, eventId: string|null, eventType: 'order.completed'|'subscription.activated'|'subscription.payment_succeeded'|'subscription.renewed'|'subscription.recovered'|'subscription.plan_changed'|'subscription.plan_change_scheduled'|'subscription.plan_change_failed'|'subscription.canceling'|'subscription.uncanceled'|'subscription.canceled'|'subscription.past_due'|'refund.succeeded'|'refund.failed', status: 'pending'|'success'|'failed', attempts: int, nextAttemptAt: string|null, createdAt: string}
 * @phpstan-type WebhookState array{id: string, storeId: string, channel: 'http'|'discord'|'slack'|'telegram'|'feishu', events: list<'order.completed'|'subscription.activated'|'subscription.payment_succeeded'|'subscription.renewed'|'subscription.recovered'|'subscription.plan_changed'|'subscription.plan_change_scheduled'|'subscription.plan_change_failed'|'subscription.canceling'|'subscription.uncanceled'|'subscription.canceled'|'subscription.past_due'|'refund.succeeded'|'refund.failed'>, testMode: bool, chaos: WebhookChaos|null, failingSince: string|null, pausedAt: string|null, updatedAt: string}
 * @phpstan-type WithdrawKybTicketData array{ticket: KybTicket}
 * @phpstan-type WebhookEvent OrderCompletedEvent|SubscriptionActivatedEvent|SubscriptionPaymentSucceededEvent|SubscriptionRenewedEvent|SubscriptionRecoveredEvent|SubscriptionPlanChangedEvent|SubscriptionPlanChangeScheduledEvent|SubscriptionPlanChangeFailedEvent|SubscriptionCancelingEvent|SubscriptionUncanceledEvent|SubscriptionCanceledEvent|SubscriptionPastDueEvent|RefundSucceededEvent|RefundFailedEvent
 */
final class Types
{
}
