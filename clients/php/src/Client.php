<?php

declare(strict_types=1);

namespace Counterfoil;

/** A client of one Counterfoil service. */
final class Client extends Actions
{
    private const RETRIED_STATUSES = [429, 500, 502, 503, 504];
    private const MAX_DELAY_SECONDS = 60.0;

    private readonly string $baseUrl;

    /**
     * @param string $baseUrl the address of the service, such as `https://pay.example.com`
     * @param int $maxRetries how often a call is repeated that got no response, 429, 500, 502, 503 or 504; repeats have
     *     the same idempotency key
     * @param float $firstDelay seconds before the first repeat; each further one doubles it, unless the response has
     *     `Retry-After`; a call is not repeated if that is longer than a minute
     * @param int $timeout seconds to wait for a response
     * @param (\Closure(array<string, mixed>): void)|null $onWarning called with each entry of `warnings` in responses
     */
    public function __construct(
        string $baseUrl,
        private readonly Credential $credential,
        private readonly int $maxRetries = 3,
        private readonly float $firstDelay = 1.0,
        private readonly int $timeout = 90,
        private readonly ?\Closure $onWarning = null,
    ) {
        if (!preg_match('#^https?://#', $baseUrl)) {
            throw new CounterfoilException('The base URL must start with http:// or https://');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
        parent::__construct();
    }

    public function call(string $path, array $body, ?string $idempotencyKey = null): mixed
    {
        return $this->send('POST', $path, self::encode($body), $idempotencyKey ?? bin2hex(random_bytes(16)))->data();
    }

    public function read(string $path, array $query): mixed
    {
        $values = array_map(fn (mixed $value): mixed => is_bool($value) ? ($value ? 'true' : 'false') : $value, $query);
        return $this->send('GET', "$path?" . http_build_query($values), '')->data();
    }

    /**
     * Runs a GraphQL query and returns `data`.
     *
     * @param array<string, mixed> $variables
     * @return array<string, mixed>
     * @throws ApiException the query has errors, and `data` of the exception is the partial result; or the response is
     *     not from the API
     * @throws ConnectionException no response arrived
     */
    public function graphql(string $query, array $variables = [], ?string $operationName = null): array
    {
        $body = ['query' => $query, 'variables' => (object) $variables, 'operationName' => $operationName];
        $answer = $this->send('POST', '/v1/graphql', self::encode($body));
        $data = $answer->data();
        return is_array($data) ? $data : throw $answer->exception();
    }

    /** @param array<string, mixed> $body */
    private static function encode(array $body): string
    {
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;
        return json_encode((object) $body, $flags);
    }

    private function send(string $method, string $path, string $content, ?string $key = null): Answer
    {
        for ($attempt = 0; ; $attempt++) {
            $isLast = $attempt >= $this->maxRetries;
            $retryAfter = null;
            try {
                $answer = $this->attempt($method, $path, $content, $key);
                if ($isLast || !self::isRetryable($answer)) {
                    foreach ($this->onWarning === null ? [] : ($answer->envelope['warnings'] ?? []) as $warning) {
                        ($this->onWarning)($warning);
                    }
                    return $answer;
                }
                $retryAfter = $answer->retryAfter();
            } catch (ConnectionException $exception) {
                if ($isLast) {
                    throw $exception;
                }
            }
            $delay = min($this->firstDelay * 2 ** $attempt * random_int(500, 1000) / 1000, self::MAX_DELAY_SECONDS);
            usleep((int) (($retryAfter ?? $delay) * 1_000_000));
        }
    }

    /** Signs anew for each attempt, because a signature is valid for five minutes. */
    private function attempt(string $method, string $path, string $content, ?string $key): Answer
    {
        $sent = [
            ...($method === 'POST' ? ['Content-Type' => 'application/json'] : []),
            'Accept' => 'application/json',
            'User-Agent' => 'counterfoil-php',
            ...($key === null ? [] : ['X-Idempotency-Key' => $key]),
            ...$this->credential->headers($method, $path, $content),
        ];
        $received = [];
        $handle = curl_init($this->baseUrl . $path);
        if ($method === 'POST') {
            curl_setopt_array($handle, [CURLOPT_POST => true, CURLOPT_POSTFIELDS => $content]);
        }
        curl_setopt_array($handle, [
            CURLOPT_HTTPHEADER => array_map(fn ($name, $value) => "$name: $value", array_keys($sent), $sent),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_CONNECTTIMEOUT => 10,
            CURLOPT_TIMEOUT => $this->timeout,
            // A signature belongs to one path, and credentials to one host.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$received): int {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $received[strtolower(trim($parts[0]))] = trim($parts[1]);
                }
                return strlen($line);
            },
        ]);
        $text = curl_exec($handle);
        if (!is_string($text)) {
            throw new ConnectionException("No response from {$this->baseUrl}: " . curl_error($handle), $key);
        }
        $envelope = json_decode($text, true);
        $status = curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        return new Answer($status, is_array($envelope) ? $envelope : [], $received, $key);
    }

    private static function isRetryable(Answer $answer): bool
    {
        // The caller decides about a longer wait.
        if (($answer->retryAfter() ?? 0.0) > self::MAX_DELAY_SECONDS) {
            return false;
        }
        if (in_array($answer->status, self::RETRIED_STATUSES, true)) {
            return true;
        }
        // The first attempt still runs.
        return $answer->status === 409
            && in_array('idempotency_conflict', array_column($answer->entries(), 'code'), true);
    }
}
