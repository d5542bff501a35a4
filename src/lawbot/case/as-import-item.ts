import { create } from "@bufbuild/protobuf";
import type { RulingImportItem } from "../../../gen/pincite/lawbot/v1/case_law_service_pb.ts";
import { type ImportItem, ImportItemSchema } from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";

/** What became of a ruling that came among statutes: the ruling itself is in no statute's answer, its ECLI is in the words. */
export const asImportItem = ({ path, outcome, reason, message }: RulingImportItem): ImportItem =>
  create(ImportItemSchema, { path, outcome, reason, message });
