#include "stores/postgres_library.hpp"

namespace craggy::stores {

// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): all members are set by find()
PostgresLibrary::PostgresLibrary() : library_("libpq.so.5", "libpq5") {
  library_.find("PQconninfoParse", conninfo_parse);
  library_.find("PQconninfoFree", conninfo_free);
  library_.find("PQfreemem", freemem);
  library_.find("PQconnectStartParams", connect_start_params);
  library_.find("PQconnectPoll", connect_poll);
  library_.find("PQfinish", finish);
  library_.find("PQstatus", status);
  library_.find("PQerrorMessage", error_message);
  library_.find("PQparameterStatus", parameter_status);
  library_.find("PQconnectionNeedsPassword", connection_needs_password);
  library_.find("PQsetErrorVerbosity", set_error_verbosity);
  library_.find("PQsocket", socket);
  library_.find("PQsetNoticeProcessor", set_notice_processor);
  library_.find("PQsendQuery", send_query);
  library_.find("PQsendPrepare", send_prepare);
  library_.find("PQsendQueryPrepared", send_query_prepared);
  library_.find("PQenterPipelineMode", enter_pipeline_mode);
  library_.find("PQpipelineSync", pipeline_sync);
  library_.find("PQconsumeInput", consume_input);
  library_.find("PQisBusy", is_busy);
  library_.find("PQgetResult", get_result);
  library_.find("PQresultStatus", result_status);
  library_.find("PQresultErrorMessage", result_error_message);
  library_.find("PQresultErrorField", result_error_field);
  library_.find("PQcmdStatus", cmd_status);
  library_.find("PQclear", clear);
  library_.find("PQntuples", ntuples);
  library_.find("PQnfields", nfields);
  library_.find("PQftype", ftype);
  library_.find("PQgetisnull", getisnull);
  library_.find("PQgetlength", getlength);
  library_.find("PQgetvalue", getvalue);
}

const PostgresLibrary& postgres_library() {
  static const PostgresLibrary library;
  return library;
}

}  // namespace craggy::stores
