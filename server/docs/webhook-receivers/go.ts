import type { ReceiverValues } from '../webhook-receivers.ts';

/** The receiver in Go, as a whole program. */
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
	maxAge  = 5 * time.Minute
)

var signatureForm = regexp.MustCompile("^t=([0-9]{1,16}),v1=([^ ]+)$")

var kept struct {
	sync.Mutex
	at   time.Time
	keys map[string]string
}

// The published key of that id. Keys are kept for five minutes.
func findKey(id string) (*rsa.PublicKey, error) {
	kept.Lock()
	defer kept.Unlock()
	if time.Since(kept.at) > 5*time.Minute {
		if err := readKeys(); err != nil {
			return nil, err
		}
	}
	block, _ := pem.Decode([]byte(kept.keys[id]))
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
		return errors.New("the keys cannot be read")
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
	kept.at, kept.keys = time.Now(), keys
	return nil
}

type event struct {
	ID, EventType, StoreID string
	Data                   struct{ OrderID string }
}

// The event, or an error that says why it is not believed. body: the very bytes that came.
func readEvent(header http.Header, body []byte) (*event, error) {
	parts := signatureForm.FindStringSubmatch(header.Get("X-Webhook-Signature"))
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
	var told event
	if err := json.Unmarshal(body, &told); err != nil {
		return nil, err
	}
	// Other stores' events are signed with the same key.
	if told.StoreID != storeID {
		return nil, errors.New("of another store")
	}
	return &told, nil
}

func receive(writer http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, 1<<20))
	if err == nil {
		var told *event
		if told, err = readEvent(request.Header, body); err == nil {
			// Keep it, unless there is one with this id already: the same event may come again. The work is for later.
			log.Println(told.ID, told.EventType, told.Data.OrderID)
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

/** How a webhook's `secret` is checked. */
export const goSecret = `// given: X-Webhook-Secret-Signature. time: the t of X-Webhook-Signature.
func isOurs(secret, time string, body []byte, given string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(append([]byte(time+"."), body...))
	actual, err := hex.DecodeString(given)
	return err == nil && hmac.Equal(actual, mac.Sum(nil))
}
`;
