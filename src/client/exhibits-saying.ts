import type { Client } from "@connectrpc/connect";
import type { DocsService } from "../../gen/pincite/vault/v1/docs_service_pb.ts";
import { exhibitsOf } from "../export/exhibits.ts";
import type { RunView } from "../show/run-view.ts";

/** The words that must not be said, as the intent has them. */
export const unsaidOf = ({ intent }: Pick<RunView, "intent">): readonly string[] =>
  (intent?.unsaid ?? []).filter((line) => wordsIn(line).trim() !== "");

/**
 * Which exhibits of a memo hold words that must not be said, in whatever case and over ends of lines, by evidence id, with these words: the letter
 * keeps them back, and the paper that goes along would say them. A paper that cannot be read says nothing.
 */
export const exhibitsSaying = async (
  docs: Pick<Client<typeof DocsService>, "getDocText">,
  { context: { strandId }, draft, ledger, evidence, intent }: RunView,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const saying = new Map<string, readonly string[]>();
  const unsaid = unsaidOf({ intent });
  if (!draft || !ledger || !evidence || unsaid.length === 0) return saying;
  const papers = [...exhibitsOf({ draft, ledger, evidence }).keys()].filter((id) => id.startsWith("vault:"));
  for (const evidenceId of papers) {
    const docUid = evidenceId.slice("vault:".length);
    const text = await docs.getDocText({ strandId, docUid }).then(
      ({ canonicalText }) => wordsIn(canonicalText?.text ?? ""),
      () => "",
    );
    const found = unsaid.filter((line) => text.includes(wordsIn(line)));
    if (found.length > 0) saying.set(evidenceId, found);
  }
  return saying;
};

/** The words of a text in lower case, with a space around each. */
const wordsIn = (text: string): string =>
  ` ${(
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ")} `;
