import type { ReceiverValues } from '../webhook-receivers.ts';

/** A complete receiver in PHP. */
export const phpReceiver = ({ baseUrl, storeId, environment }: ReceiverValues): string =>
  String.raw`<?php
// Requires PHP 8 with the openssl extension.
const ENVIRONMENT = '${environment}';
const KEYS_URL = '${baseUrl}/v1/webhook-keys?environment=' . ENVIRONMENT;
const STORE_ID = '${storeId}';
const MAX_AGE_MS = 5 * 60_000;

/** Returns a public key as PEM. Keys are cached in a file for five minutes. */
function findKey(string $id): ?string
{
    $file = __DIR__ . '/webhook-keys.json';
    if (!is_file($file) || time() - filemtime($file) > 300) {
        $json = file_get_contents(KEYS_URL);
        if ($json === false) {
            throw new RuntimeException('cannot load the public keys');
        }
        file_put_contents("$file.new", $json);
        rename("$file.new", $file);
    }
    $published = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
    return array_column($published['data'][ENVIRONMENT]['keys'], 'publicKey', 'id')[$id] ?? null;
}

/** Verifies a request and returns its event. The body must be the raw bytes. */
function readEvent(string $body): array
{
    $isSigned = preg_match('/^t=(\d{1,16}),v1=(\S+)\z/', $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '', $parts);
    $key = findKey($_SERVER['HTTP_X_WEBHOOK_KEY_ID'] ?? '');
    if (!$isSigned || $key === null) {
        throw new RuntimeException('not signed with a published key');
    }
    [, $time, $signature] = $parts;
    if (openssl_verify($time . '.' . $body, base64_decode($signature), $key, OPENSSL_ALGO_SHA256) !== 1) {
        throw new RuntimeException('wrong signature');
    }
    if (abs(microtime(true) * 1000 - (int) $time) > MAX_AGE_MS) {
        throw new RuntimeException('too old');
    }
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    // The same key signs events of other stores.
    if ($event['storeId'] !== STORE_ID) {
        throw new RuntimeException('event of another store');
    }
    return $event;
}

try {
    $event = readEvent(file_get_contents('php://input'));
    // Store the event unless its ID is known: deliveries can repeat. Process it later.
    error_log($event['id'] . ' ' . $event['eventType'] . ' ' . $event['data']['orderId']);
    http_response_code(204);
} catch (Throwable $error) {
    error_log($error->getMessage());
    http_response_code(400);
}
`;

/** Verifies a webhook's `secret`. */
export const phpSecret = `/** $given: X-Webhook-Secret-Signature. $time: t in X-Webhook-Signature. */
function isOurs(string $secret, string $time, string $body, string $given): bool
{
    return hash_equals(hash_hmac('sha256', $time . '.' . $body, $secret), $given);
}
`;
