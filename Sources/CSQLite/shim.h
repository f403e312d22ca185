#pragma once
#include <sqlite3.h>
// SQLITE_TRANSIENT and SQLITE_STATIC are cast macros, which Swift cannot import.
static inline sqlite3_destructor_type paychain_sqlite_transient(void) { return (sqlite3_destructor_type)-1; }
static inline sqlite3_destructor_type paychain_sqlite_static(void) { return (sqlite3_destructor_type)0; }
