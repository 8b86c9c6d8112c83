<?php

declare(strict_types=1);

namespace Counterfoil;

/**
 * The service refused a call.
 *
 * Decide by `errorCode`, which is stable. `path` is the dotted path of the invalid field in the body, such as
 * `media.2.url`, or null; of a GraphQL error it is a list of keys. `entries` has all entries of the response; the first
 * one is the cause. `data` is the partial result of a GraphQL query.
 */
final class ApiException extends CounterfoilException
{
    public readonly ?string $errorCode;
    /** @var string|list<string|int>|null */
    public readonly string|array|null $path;
    public readonly ?string $layer;

    /** @param list<array<string, mixed>> $entries */
    public function __construct(
        public readonly int $status,
        public readonly array $entries,
        public readonly ?string $requestId,
        public readonly mixed $data = null,
    ) {
        $cause = $entries[0] ?? [];
        $this->errorCode = $cause['code'] ?? null;
        $this->path = $cause['path'] ?? null;
        $this->layer = $cause['layer'] ?? null;
        parent::__construct($cause['message'] ?? "The service answered with status $status", $status);
    }
}
