<?php

// Generated from clients/openapi.json by `npm run clients`. Do not edit.

declare(strict_types=1);

namespace Counterfoil\Resources;

use Counterfoil\Actions;
use Counterfoil\Body;
use Counterfoil\Omit;
use Counterfoil\Types;

/**
 * Verification. Business verification, required before a store accepts live payments.
 *
 * @phpstan-import-type CreateKybTicketData from Types
 * @phpstan-import-type WithdrawKybTicketData from Types
 */
final class KybTicketActions
{
    public function __construct(private readonly Actions $actions)
    {
    }

    /**
     * Submit business details to get a store enabled for prod.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $storeId `STO_xxx` or the bare UUID
     * @param string $legalName The registered name of the business; at most 200 characters
     * @param string $country ISO 3166-1 alpha-2
     * @param string $registrationNumber The number in its country’s business register; at most 64 characters
     * @param string $address The registered address; at most 500 characters
     * @param string $website Page that shows the products or services
     * @param string $contactName The contact person; at most 100 characters
     * @param string $contactEmail The email address of the contact person
     * @param string $description Products or services, and the customers; at most 2,000 characters
     * @return CreateKybTicketData
     */
    public function createTicket(
        string $storeId,
        string $legalName,
        string $country,
        string $registrationNumber,
        string $address,
        string $website,
        string $contactName,
        string $contactEmail,
        string $description,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/kyb-ticket/create-ticket', Body::of([
            'storeId' => $storeId,
            'legalName' => $legalName,
            'country' => $country,
            'registrationNumber' => $registrationNumber,
            'address' => $address,
            'website' => $website,
            'contactName' => $contactName,
            'contactEmail' => $contactEmail,
            'description' => $description,
        ], []), $idempotencyKey);
    }

    /**
     * Withdraw a pending KYB ticket.
     *
     * Callers: API key.
     *
     * An API key with limited scopes needs `administer`.
     *
     * @param string $id `TKT_xxx` or the bare UUID
     * @return WithdrawKybTicketData
     */
    public function withdrawTicket(
        string $id,
        ?string $idempotencyKey = null,
    ): array {
        return $this->actions->call('/v1/actions/kyb-ticket/withdraw-ticket', Body::of([
            'id' => $id,
        ], []), $idempotencyKey);
    }
}
