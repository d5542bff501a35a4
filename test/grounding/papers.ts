import { join } from "node:path";
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { LedgerEntry, LedgerEntrySchema } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { LookCodeSchema } from "../../gen/pincite/run/v1/look_pb.ts";
import { SlotKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { Voice } from "../../gen/pincite/span/v1/span_pb.ts";
import { casesFolder, readTable } from "../support/cases/table.ts";
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

/** The papers of cases/rules by their ids. */
const papers: ReadonlyMap<string, Entry> = new Map(
  readTable(join(casesFolder, "rules", "papers.tsv"), {
    needed: ["id", "words"],
    allowed: ["day", "people", "title", "claim", "speaker", "quoted", "said on", "before"],
  }).map((row) => {
    const [id, people, claimId] = [row.needed("id", "name the paper"), row.list("people", ";"), row.cell("claim")];
    const span = {
      speaker: row.cell("speaker") || (people[0] ?? ""),
      segmentDateText: row.cell("said on"),
      shownBefore: row.cell("before"),
      voice: row.cell("quoted") === "yes" ? Voice.QUOTED : Voice.UNSPECIFIED,
    };
    const excerpt = row.needed("words", "write what the paper says");
    const about = { excerpt, title: row.cell("title"), day: row.cell("day"), people, span };
    return [id, paper(id, claimId === "" ? about : { ...about, claimId })];
  }),
);

/** One paper of cases/rules. */
export const paperOf = (id: string): Entry => {
  const known = papers.get(id);
  if (!known) throw new Error(`cases/rules/papers.tsv has no paper ${id}`);
  return known;
};

/** The looks on one sentence about a ledger, by name. */
export const lookNames = (ledger: readonly Entry[], text: string, entryIds: readonly string[]) =>
  judge({ text, entryIds }, ledger).codes.map(
    (code) => LookCodeSchema.values.find(({ number }) => number === code)?.localName,
  );
