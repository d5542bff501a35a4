import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { file, importAll, openTestVault, utf8 } from "../vault-fixture.ts";

const folder = new URL("inline-answers/", import.meta.url);
const voices: Readonly<Record<string, Voice>> = {
  author: Voice.AUTHOR,
  quoted: Voice.QUOTED,
  forwarded: Voice.FORWARDED,
  unknown: Voice.UNSPECIFIED,
};

/** Names of the mails of one half, as inline-answers/README.md halves them. */
export const casesOf = (half: "even" | "odd"): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".tsv"))
    .map((name) => name.replace(/\.tsv$/, ""))
    .filter(
      (name) => Number.parseInt(sha256Hex(utf8(`${name}.eml`)).at(-1) ?? "", 16) % 2 === (half === "even" ? 0 : 1),
    );

/** What is told otherwise than the case's table says, a sentence for each row; none where the mail is right. */
export const faultsOf = async (name: string): Promise<string[]> => {
  const read = (suffix: string) => new Uint8Array(readFileSync(new URL(`${name}${suffix}`, folder)));
  const held = existsSync(new URL(`${name}.original.eml`, folder)) ? [".original.eml", ".eml"] : [".eml"];
  const { vault, spans } = await openTestVault();
  await importAll(
    vault,
    held.map((suffix) => file(`${name}${suffix}`, read(suffix))),
  );
  const docUid = sha256Hex(read(".eml"));
  const faults: string[] = [];
  for (const row of new TextDecoder().decode(read(".tsv")).trimEnd().split("\n").slice(1)) {
    const [voice = "", speaker = "", exactQuote = ""] = row.split("\t");
    const { results } = await spans.resolveSpans({ entries: [{ locator: { docUid, exactQuote } }] });
    const [span, ...others] = results[0]?.resolution?.spans ?? [];
    if (span === undefined || others.length > 0) faults.push(`found ${others.length} times more: ${exactQuote}`);
    else if (span.voice !== voices[voice] || (speaker === "" ? span.speaker !== "" : !span.speaker.includes(speaker)))
      faults.push(`voice ${span.voice} ${span.speaker}, not ${voice} ${speaker}: ${exactQuote}`);
  }
  return faults;
};
