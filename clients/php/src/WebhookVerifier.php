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

    /**
     * @param string $baseUrl the address of the service
     * @param string $environment `test` or `prod`
     * @param string $storeId only events of this store are accepted; the same key signs events of others
     * @param array<string, string>|null $keys public keys (PEM) by id, instead of those that the service publishes; such
     *     keys must be replaced when the service's keys rotate
     * @param string|null $cacheFile where published keys are kept for five minutes; without it each object loads them
     * @param (\Closure(): float)|null $clock the current Unix time
     */
    public function __construct(
        private readonly string $baseUrl,
        private readonly string $environment,
        private readonly string $storeId,
        private ?array $keys = null,
        private readonly ?string $cacheFile = null,
        private readonly ?\Closure $clock = null,
    ) {
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
        $key = $this->keys()[$given['x-webhook-key-id'] ?? ''] ?? null;
        if (!$isSigned || $key === null) {
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
     */
    public static function verifyStandard(
        #[\SensitiveParameter] string $secret,
        array $headers,
        string $body,
        ?\Closure $clock = null,
    ): array {
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

    /** The key is Base64 after `whsec_`; any other secret is the key itself. */
    private static function secretKey(#[\SensitiveParameter] string $secret): string
    {
        $key = preg_match('/^whsec_(.+)\z/', $secret, $parts) ? base64_decode($parts[1], true) : false;
        return $key === false ? $secret : $key;
    }

    /** @return array<string, string> */
    private function keys(): array
    {
        if ($this->keys !== null) {
            return $this->keys;
        }
        $isCached = $this->cacheFile !== null && is_file($this->cacheFile)
            && time() - filemtime($this->cacheFile) < self::CACHE_SECONDS;
        $json = $isCached ? (string) file_get_contents($this->cacheFile) : $this->load();
        $published = json_decode($json, true)['data'][$this->environment]['keys'] ?? null;
        if (!is_array($published)) {
            throw new ConnectionException('The published keys could not be read');
        }
        if (!$isCached && $this->cacheFile !== null) {
            $file = "{$this->cacheFile}." . bin2hex(random_bytes(4));
            file_put_contents($file, $json);
            rename($file, $this->cacheFile);
        }
        return $this->keys = array_column($published, 'publicKey', 'id');
    }

    private function load(): string
    {
        $query = http_build_query(['environment' => $this->environment]);
        $handle = curl_init(rtrim($this->baseUrl, '/') . "/v1/webhook-keys?$query");
        curl_setopt_array($handle, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 10]);
        $json = curl_exec($handle);
        if (!is_string($json) || curl_getinfo($handle, CURLINFO_RESPONSE_CODE) !== 200) {
            throw new ConnectionException('The published keys could not be loaded');
        }
        return $json;
    }

    /** @param (\Closure(): float)|null $clock */
    private static function requireRecent(float $sentAt, ?\Closure $clock): void
    {
        if (abs(($clock === null ? microtime(true) : $clock()) - $sentAt) > self::MAX_AGE_SECONDS) {
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
