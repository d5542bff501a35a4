import { create } from "@bufbuild/protobuf";
import {
  type ImportItem,
  ImportItem_Outcome,
  ImportItemSchema,
} from "../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import type { LawVersion } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import type { Refusal, SourceClaim } from "./port/reading.ts";

/** A statute that was taken: what it is and how much it holds. */
export const imported = (claim: SourceClaim, version: LawVersion): ImportItem =>
  create(ImportItemSchema, {
    path: claim.path,
    outcome: ImportItem_Outcome.IMPORTED,
    message: `${version.docUid}: ${version.articleCount} articles, ${version.unitCount} units${unknownNote(version)}`,
    version,
  });

const unknownNote = (version: LawVersion): string => {
  const names = version.unknownElements.map((each) => each.name).join(", ");
  return names ? `; elements not known, kept as text: ${names}` : "";
};

/** A file that could be loaded, as far as a dry run sees; `docUid`: the text that it would be. */
export const loadable = ({ path }: SourceClaim, stands: "new" | "same", docUid = ""): ImportItem =>
  create(ImportItemSchema, {
    path,
    outcome: stands === "new" ? ImportItem_Outcome.IMPORTED : ImportItem_Outcome.DUPLICATE,
    message: stands === "new" ? `${docUid || "it"} can be loaded` : "the same bytes are loaded already",
  });

/** A statute that is loaded already. */
export const duplicate = (claim: SourceClaim, version: LawVersion): ImportItem =>
  create(ImportItemSchema, {
    path: claim.path,
    outcome: ImportItem_Outcome.DUPLICATE,
    message: `${version.docUid} was loaded from the same bytes already`,
    version,
  });

/** A file that was not taken, and why. */
export const refused = (claim: SourceClaim, { reason, message }: Refusal): ImportItem =>
  create(ImportItemSchema, { path: claim.path, outcome: ImportItem_Outcome.REFUSED, reason, message });
