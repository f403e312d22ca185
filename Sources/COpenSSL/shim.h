#pragma once
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/objects.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
// OpenSSL's stacks are macros over casts, which Swift cannot import.
static inline STACK_OF(X509) *paychain_certificates(void) { return sk_X509_new_null(); }
static inline int paychain_push(STACK_OF(X509) *all, X509 *one) { return sk_X509_push(all, one); }
static inline void paychain_free(STACK_OF(X509) *all) { sk_X509_free(all); }
