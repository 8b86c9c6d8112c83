<?php

declare(strict_types=1);

namespace Counterfoil;

/**
 * Verifies `X-Webhook-Signature` with the service's published keys, and the headers of Standard Webhooks with a secret.
 *
 * @phpstan-import-type WebhookEvent from Types
 */
final class WebhookVerifier
{
    private const MAX_AGE_SECONDS = 300;
    private const CACHE_SECONDS = 300;

    private readonly string $url;
    /** @var array{url: string, loadedAt: float, keys: array<string, string>}|null */
    private ?array $cache = null;

    /**
     * @param string $baseUrl the address of the service
     * @param string $environment `test` or `prod`
     * @param string $storeId only events of this store are accepted; the same key signs events of others
     * @param array<string, string>|null $keys public keys (PEM) by id, instead of those that the service publishes; such
     *     keys must be replaced when the service's keys rotate
     * @param string|null $cacheFile where published keys are cached for five minutes; without it each object loads them
     * @param (\Closure(): float)|null $clock the current Unix time
     */
    public function __construct(
        string $baseUrl,
        private readonly string $environment,
        private readonly string $storeId,
        private readonly ?array $keys = null,
        private readonly ?string $cacheFile = null,
        private readonly ?\Closure $clock = null,
    ) {
        $query = http_build_query(['environment' => $environment]);
        $this->url = rtrim($baseUrl, '/') . "/v1/webhook-keys?$query";
    }

    /**
     * Returns the event of a genuine request. Deliveries can repeat: store `$event['id']` and skip known ones.
     *
     * @param array<string, string> $headers for example of `getallheaders()`
     * @param string $body the raw bytes, for example of `file_get_contents('php://input')`
     * @return WebhookEvent
     * @throws WebhookException the request is not genuine, or older than five minutes
     * @throws ConnectionException the keys could not be loaded; answer with 500, and the delivery is retried
     */
    public function verify(array $headers, string $body): array
    {
        $given = array_change_key_case($headers);
        $isSigned = preg_match('/^t=(\d{1,16}),v1=([A-Za-z0-9+\/]+=*)\z/', $given['x-webhook-signature'] ?? '', $parts);
        $keyId = $given['x-webhook-key-id'] ?? '';
        if (!$isSigned || $keyId === '') {
            throw new WebhookException('The request is not signed');
        }
        $key = $this->keys()[$keyId] ?? null;
        if ($key === null) {
            throw new WebhookException('The request is not signed with a published key');
        }
        [, $time, $encoded] = $parts;
        $signature = base64_decode($encoded, true);
        if ($signature === false || openssl_verify("$time.$body", $signature, $key, OPENSSL_ALGO_SHA256) !== 1) {
            throw new WebhookException('The signature does not match');
        }
        self::requireRecent((int) $time / 1000, $this->clock);
        $event = self::readEvent($body);
        if (($event['storeId'] ?? null) !== $this->storeId || ($event['mode'] ?? null) !== $this->environment) {
            throw new WebhookException('The event belongs to another store or environment');
        }
        return $event;
    }

    /**
     * Verifies the headers of Standard Webhooks with the webhook's secret, and returns the event.
     *
     * @param array<string, string> $headers
     * @param (\Closure(): float)|null $clock
     * @return WebhookEvent
     * @throws WebhookException the request is not genuine, or older than five minutes
     * @throws CounterfoilException the secret is empty
     */
    public static function verifyStandard(
        #[\SensitiveParameter] string $secret,
        array $headers,
        string $body,
        ?\Closure $clock = null,
    ): array {
        // Anyone can sign with an empty key.
        if ($secret === '') {
            throw new CounterfoilException('The webhook secret is empty');
        }
        $given = array_change_key_case($headers);
        [$delivery, $time] = [$given['webhook-id'] ?? '', $given['webhook-timestamp'] ?? ''];
        if ($delivery === '' || !preg_match('/^\d{1,12}\z/', $time)) {
            throw new WebhookException('The headers of Standard Webhooks are missing');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$delivery.$time.$body", self::secretKey($secret), true));
        $isGenuine = false;
        foreach (explode(' ', $given['webhook-signature'] ?? '') as $signature) {
            $isGenuine = hash_equals($expected, $signature) || $isGenuine;
        }
        if (!$isGenuine) {
            throw new WebhookException('The signature does not match');
        }
        self::requireRecent((float) $time, $clock);
        return self::readEvent($body);
    }

    /** The key is padded Base64 after `whsec_`; any other secret is the key itself. */
    private static function secretKey(#[\SensitiveParameter] string $secret): string
    {
        $base64 = '(?:[A-Za-z0-9+\/]{4})*(?:[A-Za-z0-9+\/]{2}==|[A-Za-z0-9+\/]{3}=)?';
        $isEncoded = preg_match("/^whsec_($base64)\z/", $secret, $parts) === 1 && $parts[1] !== '';
        return $isEncoded ? base64_decode($parts[1]) : $secret;
    }

    /** @return array<string, string> */
    private function keys(): array
    {
        if ($this->keys !== null) {
            return $this->keys;
        }
        $now = self::now($this->clock);
        if (!$this->isCurrent($this->cache, $now)) {
            $this->cache = $this->readCacheFile($now) ?? $this->load($now);
        }
        return $this->cache['keys'];
    }

    private function isCurrent(mixed $cache, float $now): bool
    {
        if (!is_array($cache) || ($cache['url'] ?? null) !== $this->url) {
            return false;
        }
        // The clock can be set back.
        $age = $now - $cache['loadedAt'];
        return $age >= 0 && $age <= self::CACHE_SECONDS;
    }

    /** @return array{url: string, loadedAt: float, keys: array<string, string>}|null */
    private function readCacheFile(float $now): ?array
    {
        if ($this->cacheFile === null || !is_file($this->cacheFile)) {
            return null;
        }
        $cache = json_decode((string) file_get_contents($this->cacheFile), true);
        return $this->isCurrent($cache, $now) ? $cache : null;
    }

    /** @return array{url: string, loadedAt: float, keys: array<string, string>} */
    private function load(float $now): array
    {
        $handle = curl_init($this->url);
        curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 10]);
        $json = curl_exec($handle);
        if (!is_string($json) || curl_getinfo($handle, CURLINFO_RESPONSE_CODE) !== 200) {
            throw new ConnectionException('The published keys could not be loaded');
        }
        $published = json_decode($json, true)['data'][$this->environment]['keys'] ?? null;
        if (!is_array($published)) {
            throw new ConnectionException('The published keys could not be read');
        }
        $cache = ['url' => $this->url, 'loadedAt' => $now, 'keys' => array_column($published, 'publicKey', 'id')];
        if ($this->cacheFile !== null) {
            $file = "{$this->cacheFile}." . bin2hex(random_bytes(4));
            file_put_contents($file, json_encode($cache, JSON_THROW_ON_ERROR));
            rename($file, $this->cacheFile);
        }
        return $cache;
    }

    /** @param (\Closure(): float)|null $clock */
    private static function now(?\Closure $clock): float
    {
        return $clock === null ? microtime(true) : $clock();
    }

    /** @param (\Closure(): float)|null $clock */
    private static function requireRecent(float $sentAt, ?\Closure $clock): void
    {
        if (abs(self::now($clock) - $sentAt) > self::MAX_AGE_SECONDS) {
            throw new WebhookException('The request is older than five minutes, or from the future');
        }
    }

    /** @return array<string, mixed> */
    private static function readEvent(string $body): array
    {
        $event = json_decode($body, true);
        if (!is_array($event)) {
            throw new WebhookException('The body is not an event');
        }
        return $event;
    }
}
