<?php

declare(strict_types=1);

namespace Counterfoil;

/** @internal A response of the service. */
final class Answer
{
    /**
     * @param array<mixed> $envelope empty for a response that is no JSON object, such as a proxy's page
     * @param array<string, string> $headers by name in lower case
     */
    public function __construct(
        public readonly int $status,
        public readonly array $envelope,
        private readonly array $headers,
        private readonly ?string $idempotencyKey,
    ) {
    }

    /**
     * The `data` of a success.
     *
     * @throws ApiException the response is a refusal, or no envelope
     */
    public function data(): mixed
    {
        $isSuccess = $this->status === 200 && array_key_exists('data', $this->envelope);
        if (!$isSuccess || !empty($this->envelope['errors'])) {
            throw $this->exception();
        }
        return $this->envelope['data'];
    }

    public function exception(): ApiException
    {
        return new ApiException(
            $this->status,
            $this->entries(),
            $this->headers['x-request-id'] ?? null,
            $this->envelope['data'] ?? null,
            $this->idempotencyKey,
            $this->retryAfter(),
        );
    }

    /** @return list<array<string, mixed>> */
    public function entries(): array
    {
        $entries = $this->envelope['errors'] ?? [];
        $valid = is_array($entries) ? array_values(array_filter($entries, is_array(...))) : [];
        return array_map(self::dotted(...), $valid);
    }

    /** The seconds that `Retry-After` asks to wait, which is a number or a date. */
    public function retryAfter(): ?float
    {
        $value = $this->headers['retry-after'] ?? '';
        if (ctype_digit($value)) {
            return (float) $value;
        }
        $date = \DateTimeImmutable::createFromFormat(\DATE_RFC7231, $value, new \DateTimeZone('UTC'));
        return $date === false ? null : max(0.0, $date->getTimestamp() - microtime(true));
    }

    /**
     * An entry of GraphQL has its path as a list.
     *
     * @param array<string, mixed> $entry
     * @return array<string, mixed>
     */
    private static function dotted(array $entry): array
    {
        return is_array($entry['path'] ?? null) ? [...$entry, 'path' => implode('.', $entry['path'])] : $entry;
    }
}
