import type { MessageInitShape } from "@bufbuild/protobuf";
import type { LedgerEntry, LedgerEntrySchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { LookCodeSchema } from "../../gen/pincite/run/v1/look_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { judge } from "./rule-examples.ts";

/** The people of the made-up office, as the headers of its mail write them. */
export const manager = "Bram Verzonnen <b.verzonnen@zonnewijzer.example>";
export const head = "Iris Denkbeeld <i.denkbeeld@zonnewijzer.example>";
export const author = "Noor Fictief <n.fictief@zonnewijzer.example>";

export type Entry = Exclude<MessageInitShape<typeof LedgerEntrySchema>, LedgerEntry>;

/** Words of a document that the first of these people wrote on a day. */
export interface Paper {
  readonly excerpt: string;
  readonly title: string;
  readonly day: string;
  readonly people: readonly string[];
  readonly claimId?: string;
  /** What the span says besides. */
  readonly span?: object;
}

/** A quote that is bound for claim:2, or for the one named. */
export const paper = (entryId: string, { excerpt, title, day, people, claimId = "claim:2", span = {} }: Paper) => ({
  entryId,
  bindingId: `binding:${entryId}`,
  slotId: `slot:${entryId}`,
  claimId,
  slotKind: SlotKind.QUOTE,
  toolResultId: "toolres:1",
  evidence: {
    evidence: {
      case: "document" as const,
      value: { evidenceId: `vault:${entryId}`, title, occurredAtIso: day, participants: [...people] },
    },
  },
  span: { docUid: entryId, sourceDigest: entryId, excerpt, speaker: people[0] ?? "", ...span },
});

/** The looks on one sentence about a ledger, by name. */
export const lookNames = (ledger: readonly Entry[], text: string, entryIds: readonly string[]) =>
  judge({ text, entryIds }, ledger).codes.map(
    (code) => LookCodeSchema.values.find(({ number }) => number === code)?.localName,
  );
