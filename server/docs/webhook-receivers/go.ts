import type { ReceiverValues } from '../webhook-receivers.ts';

/** A complete receiver in Go. */
export const goReceiver = ({ baseUrl, storeId, environment, port }: ReceiverValues): string =>
  `package main

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"time"
)

const (
	environment = "${environment}"
	keysURL     = "${baseUrl}/v1/webhook-keys?environment=" + environment
	storeID     = "${storeId}"
	maxAge      = 5 * time.Minute
)

var signatureFormat = regexp.MustCompile("^t=([0-9]{1,16}),v1=([^ ]+)$")

var cache struct {
	sync.Mutex
	at   time.Time
	keys map[string]string
}

// Returns a public key. Keys are cached for five minutes.
func findKey(id string) (*rsa.PublicKey, error) {
	cache.Lock()
	defer cache.Unlock()
	if time.Since(cache.at) > 5*time.Minute {
		if err := readKeys(); err != nil {
			return nil, err
		}
	}
	block, _ := pem.Decode([]byte(cache.keys[id]))
	if block == nil {
		return nil, errors.New("not signed with a published key")
	}
	parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	key, isRSA := parsed.(*rsa.PublicKey)
	if !isRSA {
		return nil, errors.New("not an RSA key")
	}
	return key, nil
}

func readKeys() error {
	client := http.Client{Timeout: 5 * time.Second}
	response, err := client.Get(keysURL)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return errors.New("cannot load the public keys")
	}
	var published struct {
		Data map[string]struct {
			Keys []struct{ ID, PublicKey string }
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&published); err != nil {
		return err
	}
	keys := map[string]string{}
	for _, key := range published.Data[environment].Keys {
		keys[key.ID] = key.PublicKey
	}
	cache.at, cache.keys = time.Now(), keys
	return nil
}

type event struct {
	ID, EventType, StoreID string
	Data                   struct{ OrderID string }
}

// Verifies a request and returns its event. The body must be the raw bytes.
func readEvent(header http.Header, body []byte) (*event, error) {
	parts := signatureFormat.FindStringSubmatch(header.Get("X-Webhook-Signature"))
	if parts == nil {
		return nil, errors.New("not signed")
	}
	key, err := findKey(header.Get("X-Webhook-Key-Id"))
	if err != nil {
		return nil, err
	}
	signature, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(append([]byte(parts[1]+"."), body...))
	if err := rsa.VerifyPKCS1v15(key, crypto.SHA256, digest[:], signature); err != nil {
		return nil, err
	}
	milliseconds, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return nil, err
	}
	if age := time.Since(time.UnixMilli(milliseconds)); age > maxAge || age < -maxAge {
		return nil, errors.New("too old")
	}
	var received event
	if err := json.Unmarshal(body, &received); err != nil {
		return nil, err
	}
	// The same key signs events of other stores.
	if received.StoreID != storeID {
		return nil, errors.New("event of another store")
	}
	return &received, nil
}

func receive(writer http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, 1<<20))
	if err == nil {
		var received *event
		if received, err = readEvent(request.Header, body); err == nil {
			// Store the event unless its ID is known: deliveries can repeat. Process it later.
			log.Println(received.ID, received.EventType, received.Data.OrderID)
			writer.WriteHeader(http.StatusNoContent)
			return
		}
	}
	log.Println(err)
	writer.WriteHeader(http.StatusBadRequest)
}

func main() {
	http.HandleFunc("/", receive)
	log.Fatal(http.ListenAndServe(":${port}", nil))
}
`;

/** Verifies a webhook's `secret`. */
export const goSecret = `// given: X-Webhook-Secret-Signature. time: t in X-Webhook-Signature.
func isOurs(secret, time string, body []byte, given string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(append([]byte(time+"."), body...))
	actual, err := hex.DecodeString(given)
	return err == nil && hmac.Equal(actual, mac.Sum(nil))
}
`;
