export const curlQuickStart = (
  baseUrl: string,
): string => `field() { node -p "JSON.parse(require('fs').readFileSync('merchant.json', 'utf8')).$1"; }
field keys.test.privateKey > counterfoil-test.pem
merchant=$(field merchantId)
store=$(field storeId)

call() {
  path=/v1/actions/$1
  timestamp=$(date +%s)
  hash=$(printf %s "$2" | openssl dgst -sha256 -binary | openssl base64 -A)
  signature=$(printf 'POST\\n%s\\n%s\\n%s' "$path" "$timestamp" "$hash" |
    openssl dgst -sha256 -sign counterfoil-test.pem | openssl base64 -A)
  curl --silent --show-error --fail-with-body "${baseUrl}$path" \\
    -H 'Content-Type: application/json' \\
    -H "X-Merchant-Id: $merchant" \\
    -H "X-Timestamp: $timestamp" \\
    -H "X-Signature: $signature" \\
    --data-binary "$2"
}

product=$(call onetime-product/create-product \\
  '{"storeId":"'$store'","name":"Espresso at Home","prices":{"USD":{"amount":"29.00"}}}' |
  sed 's/.*"id":"\\(PROD_[0-9A-Za-z]*\\)".*/\\1/')
link=$(call checkout/create-session \\
  '{"storeId":"'$store'","productId":"'$product'","currency":"USD"}' |
  sed 's/.*"checkoutUrl":"\\([^"]*\\)".*/\\1/')
echo "$link"
`;
