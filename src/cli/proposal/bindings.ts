import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { EvidenceRefSchema } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import {
  type EvidenceNeedMapProposal,
  EvidenceNeedMapProposalSchema,
} from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import type { Place } from "../../../gen/pincite/span/v1/span_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { splitFlag } from "./text-file.ts";

/**
 * Bindings from `--bind slot:4=EVIDENCE` flags. EVIDENCE is what the searches print: `vault:…` (with a place behind a `#` for
 * a slot that asks for one), `law:…`, a recorded search `toolres:…`, or `statement:` and the author's own words. `dismiss`:
 * `EVIDENCE=reason` for each hit of the one search that is bound. Errors: REQUEST_INVALID.
 */
export const parseBindings = (
  flags: readonly string[],
  reason = "",
  dismiss: readonly string[] = [],
): EvidenceNeedMapProposal => {
  const bindings = flags.map((flag) => {
    const [slotId, evidence] = splitFlag("--bind", flag);
    return { slotId, evidence: { evidence: parseEvidence(evidence) }, reason, dismissals: [] as Dismissal[] };
  });
  const dismissals = dismiss.map(parseDismissal);
  if (dismissals.length > 0) {
    const searches = bindings.filter(({ evidence: { evidence } }) => evidence.case === "search");
    if (searches.length !== 1)
      throw new DomainError("REQUEST_INVALID", worded("command-error.dismiss-says-why-the-hits-of-one-search-do"));
    searches[0]?.dismissals.push(...dismissals);
  }
  return create(EvidenceNeedMapProposalSchema, { bindings });
};

interface Dismissal {
  readonly evidenceId: string;
  readonly reason: string;
}

const parseDismissal = (flag: string): Dismissal => {
  const [evidenceId, reason] = splitFlag("--dismiss", flag);
  return { evidenceId, reason };
};

type Evidence = NonNullable<MessageInitShape<typeof EvidenceRefSchema>["evidence"]>;

const parseEvidence = (text: string): Evidence => {
  if (text.startsWith("vault:")) return parseDocument(text);
  if (text.startsWith("law:")) return { case: "law", value: { evidenceId: text } };
  if (text.startsWith("statement:"))
    return { case: "statement", value: { text: text.slice("statement:".length).trim() } };
  const search = /^(toolres:[0-9A-Za-z]+)(:reviewed)?$/.exec(text);
  if (search?.[2])
    throw new DomainError(
      "REQUEST_INVALID",
      worded("command-error.reviewed-is-not-taken-pincite-tool-hits-shows", { search: String(search[1]) }),
    );
  if (search?.[1]) return { case: "search", value: { toolResultId: search[1] } };
  throw new DomainError("REQUEST_INVALID", worded("command-error.is-no-evidence-it-begins-with-vault-law", { text }));
};

const parseDocument = (text: string): Evidence => {
  const at = text.indexOf("#");
  if (at < 0) return { case: "document", value: { evidenceId: text } };
  const evidenceId = text.slice(0, at);
  const named = parsePlace(text.slice(at + 1).trim(), evidenceId.slice("vault:".length));
  return { case: "document", value: { evidenceId, place: { named } } };
};

/**
 * A place as people write it: `p3`, a number with or without its word (`5.2`, `artikel 5`, `§ 3`), a passage's number
 * (`1:0`), and anything else, or anything in quotation marks, is a heading.
 */
const parsePlace = (text: string, docUid: string): Place["named"] => {
  if (text === "")
    throw new DomainError("REQUEST_INVALID", worded("command-error.after-comes-a-place-a-page-p3-a-number-5-2-or"));
  const page = /^p\.?\s*(\d{1,6})$/iu.exec(text);
  if (page) return { case: "page", value: Number(page[1]) };
  if (/^\d+:\d+$/u.test(text)) return { case: "passage", value: `${docUid}#${text}` };
  const quoted = /^[“"](.+)[”"]$/u.exec(text);
  if (!quoted && /^(?:(?:\p{L}+\.?|§)\s*)?\d+(?:\.\d+)*[a-z]?\.?$/u.test(text))
    return { case: "paragraph", value: text };
  return { case: "heading", value: quoted?.[1] ?? text };
};
