import type { ReceiverValues } from '../webhook-receivers.ts';

/** The receiver in PHP, as a whole program. */
export const phpReceiver = ({ baseUrl, storeId, environment }: ReceiverValues): string =>
  String.raw`<?php
// PHP 8 with its openssl extension.
const ENVIRONMENT = '${environment}';
const KEYS_URL = '${baseUrl}/v1/webhook-keys?environment=' . ENVIRONMENT;
const STORE_ID = '${storeId}';
const LONGEST_AGE_MS = 5 * 60_000;

/** The published key of that id, as PEM. Keys are kept beside this file for five minutes. */
function findKey(string $id): ?string
{
    $file = __DIR__ . '/webhook-keys.json';
    if (!is_file($file) || time() - filemtime($file) > 300) {
        $json = file_get_contents(KEYS_URL);
        if ($json === false) {
            throw new RuntimeException('the keys cannot be read');
        }
        file_put_contents("$file.new", $json);
        rename("$file.new", $file);
    }
    $published = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
    return array_column($published['data'][ENVIRONMENT]['keys'], 'publicKey', 'id')[$id] ?? null;
}

/** The event, or an exception that says why it is not believed. The body: the very bytes that came. */
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
    if (abs(microtime(true) * 1000 - (int) $time) > LONGEST_AGE_MS) {
        throw new RuntimeException('too old');
    }
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    // Other stores' events are signed with the same key.
    if ($event['storeId'] !== STORE_ID) {
        throw new RuntimeException('of another store');
    }
    return $event;
}

try {
    $event = readEvent(file_get_contents('php://input'));
    // Keep it, unless there is one with this id already: the same event may come again. The work is for later.
    error_log($event['id'] . ' ' . $event['eventType'] . ' ' . $event['data']['orderId']);
    http_response_code(204);
} catch (Throwable $reason) {
    error_log($reason->getMessage());
    http_response_code(400);
}
`;

/** How a webhook's `secret` is checked. */
export const phpSecret = `/** $given: X-Webhook-Secret-Signature. $time: the t of X-Webhook-Signature. */
function isOurs(string $secret, string $time, string $body, string $given): bool
{
    return hash_equals(hash_hmac('sha256', $time . '.' . $body, $secret), $given);
}
`;
