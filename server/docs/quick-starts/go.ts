export const goQuickStart = (baseUrl: string): string => `package main

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

type Merchant struct {
	MerchantID string \`json:"merchantId"\`
	StoreID    string \`json:"storeId"\`
	Keys       struct {
		Test struct {
			PrivateKey string \`json:"privateKey"\`
		} \`json:"test"\`
	} \`json:"keys"\`
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func call(merchant Merchant, action string, input any, data any) {
	path := "/v1/actions/" + action
	body, err := json.Marshal(input)
	check(err)
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	bodyHash := sha256.Sum256(body)
	canonicalRequest := strings.Join([]string{
		"POST", path, timestamp, base64.StdEncoding.EncodeToString(bodyHash[:]),
	}, "\\n")

	block, _ := pem.Decode([]byte(merchant.Keys.Test.PrivateKey))
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	check(err)
	digest := sha256.Sum256([]byte(canonicalRequest))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key.(*rsa.PrivateKey), crypto.SHA256, digest[:])
	check(err)

	request, err := http.NewRequest("POST", "${baseUrl}"+path, bytes.NewReader(body))
	check(err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Merchant-Id", merchant.MerchantID)
	request.Header.Set("X-Timestamp", timestamp)
	request.Header.Set("X-Signature", base64.StdEncoding.EncodeToString(signature))
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	var envelope struct {
		Data   json.RawMessage
		Errors []struct{ Message string }
	}
	check(json.NewDecoder(response.Body).Decode(&envelope))
	if len(envelope.Errors) > 0 {
		panic(envelope.Errors[0].Message)
	}
	check(json.Unmarshal(envelope.Data, data))
}

func main() {
	file, err := os.ReadFile("merchant.json")
	check(err)
	var merchant Merchant
	check(json.Unmarshal(file, &merchant))

	var created struct{ Product struct{ ID string } }
	call(merchant, "onetime-product/create-product", map[string]any{
		"storeId": merchant.StoreID,
		"name":    "Espresso at Home",
		"prices":  map[string]any{"USD": map[string]any{"amount": "29.00"}},
	}, &created)
	var session struct{ CheckoutURL string }
	call(merchant, "checkout/create-session", map[string]any{
		"storeId":   merchant.StoreID,
		"productId": created.Product.ID,
		"currency":  "USD",
	}, &session)
	fmt.Println(session.CheckoutURL)
}
`;
