export const phpQuickStart = (baseUrl: string): string => `<?php
$merchant = json_decode(file_get_contents('merchant.json'), true);

function call(array $merchant, string $action, array $input): array
{
    $path = "/v1/actions/$action";
    $body = json_encode($input);
    $timestamp = (string) time();
    $bodyHash = base64_encode(hash('sha256', $body, true));
    $canonicalRequest = implode("\\n", ['POST', $path, $timestamp, $bodyHash]);
    openssl_sign($canonicalRequest, $signature, $merchant['keys']['test']['privateKey'], OPENSSL_ALGO_SHA256);
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Content-Type: application/json',
            'X-Merchant-Id: ' . $merchant['merchantId'],
            'X-Timestamp: ' . $timestamp,
            'X-Signature: ' . base64_encode($signature),
        ],
        'content' => $body,
        'ignore_errors' => true,
    ]]);
    $response = json_decode(file_get_contents('${baseUrl}' . $path, false, $context), true);
    if (isset($response['errors'])) {
        throw new RuntimeException($response['errors'][0]['message']);
    }
    return $response['data'];
}

$product = call($merchant, 'onetime-product/create-product', [
    'storeId' => $merchant['storeId'],
    'name' => 'Espresso at Home',
    'prices' => ['USD' => ['amount' => '29.00']],
])['product'];
$session = call($merchant, 'checkout/create-session', [
    'storeId' => $merchant['storeId'],
    'productId' => $product['id'],
    'currency' => 'USD',
]);
echo $session['checkoutUrl'], PHP_EOL;
`;
