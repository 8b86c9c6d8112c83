<?php

declare(strict_types=1);

namespace Counterfoil;

/** @internal A response of the service. */
final class Answer
{
    /**
     * @param array<string, mixed> $envelope empty for a response that is no JSON object, such as a proxy's error page
     * @param array<string, string> $headers by name in lower case
     */
    public function __construct(
        public readonly int $status,
        public readonly array $envelope,
        private readonly array $headers,
    ) {
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    /** The `data` of a success; throws a refusal. */
    public function data(): mixed
    {
        if ($this->status !== 200) {
            throw new ApiException($this->status, $this->entries(), $this->header('x-request-id'));
        }
        return $this->envelope['data'] ?? null;
    }

    /** @return list<array<string, mixed>> */
    public function entries(): array
    {
        $entries = $this->envelope['errors'] ?? [];
        return is_array($entries) ? array_values(array_filter($entries, is_array(...))) : [];
    }
}
