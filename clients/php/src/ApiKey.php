<?php

declare(strict_types=1);

namespace Counterfoil;

/** A merchant's API key, for servers. The key determines the environment. */
final class ApiKey implements Credential
{
    private readonly \OpenSSLAsymmetricKey $key;

    /** @param string $privateKey PEM */
    public function __construct(
        private readonly string $merchantId,
        #[\SensitiveParameter] string $privateKey,
    ) {
        $key = openssl_pkey_get_private($privateKey);
        if ($key === false || (openssl_pkey_get_details($key)['type'] ?? null) !== OPENSSL_KEYTYPE_RSA) {
            throw new CounterfoilException('The private key is not the PEM of an RSA key');
        }
        $this->key = $key;
    }

    public function headers(string $method, string $path, string $body): array
    {
        $timestamp = (string) time();
        $canonicalRequest = implode("\n", [$method, $path, $timestamp, base64_encode(hash('sha256', $body, true))]);
        if (!openssl_sign($canonicalRequest, $signature, $this->key, OPENSSL_ALGO_SHA256)) {
            throw new CounterfoilException('The request could not be signed');
        }
        return [
            'X-Merchant-Id' => $this->merchantId,
            'X-Timestamp' => $timestamp,
            'X-Signature' => base64_encode($signature),
        ];
    }
}
