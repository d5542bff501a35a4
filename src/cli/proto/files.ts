import { createRegistry, type DescFile, type Registry } from "@bufbuild/protobuf";
import { file_google_rpc_code } from "../../../gen/google/rpc/code_pb.ts";
import { file_google_rpc_error_details } from "../../../gen/google/rpc/error_details_pb.ts";
import { file_google_rpc_status } from "../../../gen/google/rpc/status_pb.ts";
import { file_grpc_health_v1_health } from "../../../gen/grpc/health/v1/health_pb.ts";
import { file_pincite_artifact_v1_artifact_service } from "../../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { file_pincite_backup_v1_backup_manifest } from "../../../gen/pincite/backup/v1/backup_manifest_pb.ts";
import { file_pincite_backup_v1_backup_service } from "../../../gen/pincite/backup/v1/backup_service_pb.ts";
import { file_pincite_backup_v1_store_item } from "../../../gen/pincite/backup/v1/store_item_pb.ts";
import { file_pincite_erasure_v1_erasure_service } from "../../../gen/pincite/erasure/v1/erasure_service_pb.ts";
import { file_pincite_erasure_v1_tombstones } from "../../../gen/pincite/erasure/v1/tombstones_pb.ts";
import { file_pincite_evidence_v1_evidence_selection } from "../../../gen/pincite/evidence/v1/evidence_selection_pb.ts";
import { file_pincite_export_v1_export_service } from "../../../gen/pincite/export/v1/export_service_pb.ts";
import { file_pincite_journal_v1_fingerprint } from "../../../gen/pincite/journal/v1/fingerprint_pb.ts";
import { file_pincite_journal_v1_record } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { file_pincite_journal_v1_run_index } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { file_pincite_journal_v1_run_snapshot } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { file_pincite_lawbot_v1_case_law_service } from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { file_pincite_lawbot_v1_law_citation_service } from "../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import { file_pincite_lawbot_v1_law_erasure_service } from "../../../gen/pincite/lawbot/v1/law_erasure_service_pb.ts";
import { file_pincite_lawbot_v1_law_fetch_service } from "../../../gen/pincite/lawbot/v1/law_fetch_service_pb.ts";
import { file_pincite_lawbot_v1_law_import_service } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { file_pincite_lawbot_v1_law_pack } from "../../../gen/pincite/lawbot/v1/law_pack_pb.ts";
import { file_pincite_lawbot_v1_law_search_service } from "../../../gen/pincite/lawbot/v1/law_search_service_pb.ts";
import { file_pincite_lawbot_v1_law_span_service } from "../../../gen/pincite/lawbot/v1/law_span_service_pb.ts";
import { file_pincite_lawbot_v1_laws_service } from "../../../gen/pincite/lawbot/v1/laws_service_pb.ts";
import { file_pincite_memo_v1_candidate_ranking } from "../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";
import { file_pincite_memo_v1_words } from "../../../gen/pincite/memo/v1/words_pb.ts";
import { file_pincite_model_v1_model_turn } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import { file_pincite_model_v1alpha1_model_service } from "../../../gen/pincite/model/v1alpha1/model_service_pb.ts";
import { file_pincite_orchestrator_v1_orchestrator_service } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { file_pincite_page_v1_page_service } from "../../../gen/pincite/page/v1/page_service_pb.ts";
import { file_pincite_proof_v1_memo_proof } from "../../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { file_pincite_proof_v1_proof_service } from "../../../gen/pincite/proof/v1/proof_service_pb.ts";
import { file_pincite_receipt_v1_audit_service } from "../../../gen/pincite/receipt/v1/audit_service_pb.ts";
import { file_pincite_receipt_v1_telemetry_record } from "../../../gen/pincite/receipt/v1/telemetry_record_pb.ts";
import { file_pincite_tool_v1_tool_service } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { file_pincite_vault_v1_docs_service } from "../../../gen/pincite/vault/v1/docs_service_pb.ts";
import { file_pincite_vault_v1_events_service } from "../../../gen/pincite/vault/v1/events_service_pb.ts";
import { file_pincite_vault_v1_spool } from "../../../gen/pincite/vault/v1/spool_pb.ts";
import { file_pincite_vault_v1_threads_service } from "../../../gen/pincite/vault/v1/threads_service_pb.ts";
import { file_pincite_vault_v1_vault_bundle_service } from "../../../gen/pincite/vault/v1/vault_bundle_service_pb.ts";
import { file_pincite_vault_v1_vault_container_service } from "../../../gen/pincite/vault/v1/vault_container_service_pb.ts";
import { file_pincite_vault_v1_vault_import_service } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { file_pincite_vault_v1_vault_search_service } from "../../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { file_pincite_vault_v1_vault_span_service } from "../../../gen/pincite/vault/v1/vault_span_service_pb.ts";
import { file_pincite_vault_v1_vault_speaker_service } from "../../../gen/pincite/vault/v1/vault_speaker_service_pb.ts";
import { file_pincite_vault_v1_vault_upload_service } from "../../../gen/pincite/vault/v1/vault_upload_service_pb.ts";

/** What errors are made of on the wire, as gRPC's clients know it. */
export const errorFiles: readonly DescFile[] = [
  file_google_rpc_code,
  file_google_rpc_status,
  file_google_rpc_error_details,
];

/** Files that no other file imports; everything else hangs below one of them. A test holds this against proto/. */
const tops: readonly DescFile[] = [
  ...errorFiles,
  file_grpc_health_v1_health,
  file_pincite_artifact_v1_artifact_service,
  file_pincite_backup_v1_backup_manifest,
  file_pincite_backup_v1_backup_service,
  file_pincite_backup_v1_store_item,
  file_pincite_erasure_v1_erasure_service,
  file_pincite_erasure_v1_tombstones,
  file_pincite_evidence_v1_evidence_selection,
  file_pincite_export_v1_export_service,
  file_pincite_journal_v1_fingerprint,
  file_pincite_journal_v1_record,
  file_pincite_journal_v1_run_index,
  file_pincite_journal_v1_run_snapshot,
  file_pincite_lawbot_v1_case_law_service,
  file_pincite_lawbot_v1_law_citation_service,
  file_pincite_lawbot_v1_law_erasure_service,
  file_pincite_lawbot_v1_law_fetch_service,
  file_pincite_lawbot_v1_law_import_service,
  file_pincite_lawbot_v1_law_pack,
  file_pincite_lawbot_v1_law_search_service,
  file_pincite_lawbot_v1_law_span_service,
  file_pincite_lawbot_v1_laws_service,
  file_pincite_memo_v1_candidate_ranking,
  file_pincite_memo_v1_words,
  file_pincite_model_v1_model_turn,
  file_pincite_model_v1alpha1_model_service,
  file_pincite_orchestrator_v1_orchestrator_service,
  file_pincite_page_v1_page_service,
  file_pincite_proof_v1_memo_proof,
  file_pincite_proof_v1_proof_service,
  file_pincite_receipt_v1_audit_service,
  file_pincite_receipt_v1_telemetry_record,
  file_pincite_tool_v1_tool_service,
  file_pincite_vault_v1_docs_service,
  file_pincite_vault_v1_threads_service,
  file_pincite_vault_v1_vault_import_service,
  file_pincite_vault_v1_vault_search_service,
  file_pincite_vault_v1_vault_span_service,
  file_pincite_vault_v1_vault_speaker_service,
  file_pincite_vault_v1_events_service,
  file_pincite_vault_v1_vault_bundle_service,
  file_pincite_vault_v1_spool,
  file_pincite_vault_v1_vault_container_service,
  file_pincite_vault_v1_vault_upload_service,
];

/** Every file, each once, imported ones before those that import them: the order a descriptor set has. */
export const protoFiles = (): DescFile[] => {
  const files = new Map<string, DescFile>();
  const add = (file: DescFile): void => {
    if (files.has(file.name)) return;
    for (const each of file.dependencies) add(each);
    files.set(file.name, file);
  };
  for (const file of tops) add(file);
  return [...files.values()];
};

/** Every message by its full name, to decode artifacts by their kind. */
export const kindRegistry = (): Registry => createRegistry(...protoFiles());
