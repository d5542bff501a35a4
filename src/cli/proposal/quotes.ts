import { create } from "@bufbuild/protobuf";
import {
  type CitationLedgerProposal,
  CitationLedgerProposalSchema,
} from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { Binding, EvidenceNeedMap } from "../../../gen/pincite/memo/v1/need_map_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { splitFlag } from "./text-file.ts";

/**
 * Quotes from `--quote NAME=words` flags. NAME is a binding_id or the slot_id it answers; `NAME#2=words` takes the second
 * place where the words stand (counted from 1, as people do). The document comes from the binding, so that a quote cannot
 * be looked for in what was not bound. Errors: ITEM_UNKNOWN, REQUEST_INVALID.
 */
export const parseQuotes = (flags: readonly string[], needMap: EvidenceNeedMap | undefined): CitationLedgerProposal =>
  create(CitationLedgerProposalSchema, {
    spans: flags.map((flag) => {
      const [name, words] = splitFlag("--quote", flag);
      const [, id = name, place] = /^(.*?)(?:#(\d+))?$/u.exec(name) ?? [];
      const binding = bindingOf(needMap, id);
      const occurrence = place === undefined ? {} : { occurrenceIndex: Number(place) - 1 };
      const locator = { docUid: docUidOf(binding), exactQuote: unquoted(words), ...occurrence };
      return { bindingId: binding.bindingId, span: { case: "locator" as const, value: locator } };
    }),
  });

const bindingOf = (needMap: EvidenceNeedMap | undefined, id: string): Binding => {
  const found = needMap?.bindings.find(({ bindingId, slotId }) => bindingId === id || slotId === id);
  if (found !== undefined) return found;
  throw new DomainError("ITEM_UNKNOWN", worded("command.no-slot-or-binding-is-bound-pincite-run-show", { id }), { id });
};

/** The document a binding's evidence stands in: `vault:<doc_uid>`, or `law:<doc_uid>` with the unit's path behind a `#`. */
const docUidOf = ({ bindingId, evidence }: Binding): string => {
  const kind = evidence?.evidence;
  if (kind?.case === "document") return kind.value.evidenceId.slice("vault:".length);
  if (kind?.case === "law") return kind.value.evidenceId.slice("law:".length).split("#")[0] ?? "";
  throw new DomainError(
    "REQUEST_INVALID",
    worded("command-error.rests-on-no-text-so-there-is-nothing-to-quote", { bindingId }),
    {
      bindingId,
    },
  );
};

/** The words without the quotation marks a person may have put around them. */
const unquoted = (words: string): string => /^[“"](.*)[”"]$/su.exec(words)?.[1] ?? words;
