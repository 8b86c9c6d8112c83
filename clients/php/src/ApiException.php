<?php

declare(strict_types=1);

namespace Counterfoil;

/**
 * The service refused a call, or the response is not from the API.
 *
 * Decide by `errorCode`, which is stable. `path` is the dotted path of the invalid field in the body, such as
 * `media.2.url`, or of the field in a GraphQL query, such as `stores.0.id`, or null. `entries` has all entries of the
 * response; the first one is the cause. `data` is the partial result of a GraphQL query. `idempotencyKey` is the key of
 * an action's call. `retryAfter` is the number of seconds that the service asks to wait, or null.
 */
final class ApiException extends CounterfoilException
{
    public readonly ?string $errorCode;
    public readonly ?string $path;
    public readonly ?string $layer;

    /** @param list<array<string, mixed>> $entries */
    public function __construct(
        public readonly int $status,
        public readonly array $entries,
        public readonly ?string $requestId,
        public readonly mixed $data = null,
        public readonly ?string $idempotencyKey = null,
        public readonly ?float $retryAfter = null,
    ) {
        // An entry of another service can have values of any type.
        $cause = array_filter($entries[0] ?? [], is_string(...));
        $this->errorCode = $cause['code'] ?? null;
        $this->path = $cause['path'] ?? null;
        $this->layer = $cause['layer'] ?? null;
        $message = $cause['message'] ?? "The response with status $status is not from the Counterfoil API";
        parent::__construct($message, $status);
    }
}
