// The part of libpq, PostgreSQL's C interface, that craggy uses, loaded at run time.
#pragma once

#include "stores/dynamic_library.hpp"

namespace craggy::stores {

struct PostgresSession;      // libpq's PGconn
struct PostgresResult;       // libpq's PGresult
struct PostgresConnectInfo;  // libpq's PQconninfoOption

/// Members are libpq's functions without their prefix PQ.
struct PostgresLibrary {
  PostgresLibrary();

  PostgresConnectInfo* (*conninfo_parse)(const char* text, char** message);
  void (*conninfo_free)(PostgresConnectInfo* info);
  void (*freemem)(void* memory);
  PostgresSession* (*connect_start_params)(const char* const* keywords, const char* const* values,
                                           int expand_dbname);
  int (*connect_poll)(PostgresSession* session);
  void (*finish)(PostgresSession* session);
  int (*status)(const PostgresSession* session);
  char* (*error_message)(const PostgresSession* session);
  const char* (*parameter_status)(const PostgresSession* session, const char* name);
  int (*connection_needs_password)(const PostgresSession* session);
  int (*set_error_verbosity)(PostgresSession* session, int verbosity);
  int (*socket)(const PostgresSession* session);
  void (*(*set_notice_processor)(PostgresSession* session,
                                 void (*processor)(void* context, const char* message),
                                 void* context))(void*, const char*);
  int (*send_query)(PostgresSession* session, const char* text);
  int (*send_prepare)(PostgresSession* session, const char* name, const char* text, int count,
                      const unsigned* types);
  int (*send_query_prepared)(PostgresSession* session, const char* name, int count, const char* const* values,
                             const int* lengths, const int* formats, int result_format);
  int (*enter_pipeline_mode)(PostgresSession* session);
  int (*pipeline_sync)(PostgresSession* session);
  int (*consume_input)(PostgresSession* session);
  int (*is_busy)(PostgresSession* session);
  PostgresResult* (*get_result)(PostgresSession* session);
  int (*result_status)(const PostgresResult* result);
  char* (*result_error_message)(const PostgresResult* result);
  char* (*result_error_field)(const PostgresResult* result, int field);
  char* (*cmd_status)(PostgresResult* result);
  void (*clear)(PostgresResult* result);
  int (*ntuples)(const PostgresResult* result);
  int (*nfields)(const PostgresResult* result);
  unsigned (*ftype)(const PostgresResult* result, int column);
  int (*getisnull)(const PostgresResult* result, int row, int column);
  int (*getlength)(const PostgresResult* result, int row, int column);
  char* (*getvalue)(const PostgresResult* result, int row, int column);

 private:
  DynamicLibrary library_;
};

/// Loaded once. Throws StoreError if it is not there.
const PostgresLibrary& postgres_library();

// Codes from libpq's header and PostgreSQL's catalogue of types, which are the same in all versions.
inline constexpr int postgres_connection_ok = 0;
inline constexpr int postgres_connection_bad = 1;
enum PostgresPolling : int {
  postgres_failed = 0,
  postgres_reading = 1,
  postgres_writing = 2,
  postgres_connected = 3
};
inline constexpr int postgres_command_ok = 1;
inline constexpr int postgres_tuples_ok = 2;
inline constexpr int postgres_pipeline_sync = 10;
inline constexpr int postgres_pipeline_aborted = 11;
inline constexpr int postgres_field_sqlstate = 'C';
inline constexpr int postgres_errors_default = 1;
inline constexpr int postgres_errors_verbose = 2;
enum PostgresType : unsigned {
  postgres_bytea = 17,
  postgres_int8 = 20,
  postgres_int4 = 23,
  postgres_float8 = 701
};

}  // namespace craggy::stores
