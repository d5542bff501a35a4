import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type ParsedCitation, ParsedCitation_Kind } from "../../../gen/pincite/lawbot/v1/citation_pb.ts";
import {
  citeNlBwb,
  contextOf,
  editorsDiffer,
  headings2012,
  namesALaw,
  type Reference,
} from "../../lawbot/support/editors-references.ts";
import { importMessages, type LawBotClients, openClients } from "../../lawbot/support/lawbot-client.ts";
import { linkedText } from "../../lawbot/support/links-in-xml.ts";
import { sharedData } from "../../support/shared-data.ts";

/** A reference that the editors of the Basiswettenbestand resolved, in the line it stands in. */
interface Asked {
  readonly reference: Reference;
  readonly line: string;
  readonly start: number;
}

/** What became of a reference. `unknown by a part`: of its name words are missing at the end. `untold`: neither read nor told by the name that the text gives the law. */
type Became = "right" | "wrong" | "editors differ" | "unknown by name" | "unknown by a part" | "untold";

const halves = ["even", "odd"] as const;
type Half = (typeof halves)[number];

/** The half that a reference belongs to, by what it says and where it stands: no run and no order moves it. */
const halfOf = ({ reference: { source, text }, line }: Asked): Half => {
  const digest = createHash("sha256").update(`${source.bwb_id}\t${text}\t${line}`).digest();
  return digest.readUInt8(0) % 2 === 0 ? "even" : "odd";
};

const folders = ["law-bwb-2012", "law-bwb-2012/misc", "law-bwb-toestand"];

const linksInLaws = (): Asked[] =>
  folders.flatMap((folder) => {
    const path = sharedData(folder);
    const files = path
      ? readdirSync(path).filter((name) => /^BWB.*\.xml$/.test(name) && !/manifest|wti/.test(name))
      : [];
    return files.flatMap((name) => {
      const { text, links } = linkedText(join(path ?? "", name));
      return links.map((link): Asked => {
        const from = text.lastIndexOf("\n", link.start) + 1;
        const through = text.indexOf("\n", link.end);
        return { reference: link, line: text.slice(from, through < 0 ? undefined : through), start: link.start - from };
      });
    });
  });

/** Each reference to another law once: those of cite-nl-bwb, and the links of the law texts at hand that are not among them. */
const referencesAtHand = (): Asked[] => {
  const published = citeNlBwb().map((reference): Asked => {
    const line = contextOf(reference);
    return { reference, line, start: line.indexOf(reference.text, reference.before.length) };
  });
  const known = new Set(published.map(({ reference: { source, text } }) => `${source.bwb_id}\t${text}`));
  const further = linksInLaws().filter(({ reference: { source, text } }) => !known.has(`${source.bwb_id}\t${text}`));
  return [
    ...published,
    ...new Map(further.map((each) => [`${each.reference.source.bwb_id}\t${each.line}\t${each.start}`, each])).values(),
  ].filter(
    ({ reference }) =>
      reference.kind === "extref" && reference.bwb_id && reference.locatie?.artikel && /\d/.test(reference.text),
  );
};

const plain = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether the words told are those of the reference: its name or the beginning of it, or the name with words behind it. */
const isNameOf = (told: string, reference: string): boolean =>
  told !== "" &&
  (reference.includes(told) || told.startsWith(reference.replace(/^.* (?:van|uit) (?:de|het) (?=\S+$|\S+ )/, "")));

/** Whether the words told are the whole of that name, to its end or beyond. */
const isWholeName = (told: string, reference: string): boolean =>
  reference.endsWith(told) || told.startsWith(reference.replace(/^.* (?:van|uit) (?:de|het) (?=\S+$|\S+ )/, ""));

const numberIn = (number: string, lawIds: readonly string[]): string =>
  lawIds.some((id) => id !== "") ? number.replace(/^\d+A?:(?=\d)/, "") : number;

const becameOf = ({ reference, start }: Asked, citations: readonly ParsedCitation[]): Became => {
  const end = start + reference.text.length;
  const wanted = reference.locatie?.artikel?.toLowerCase() ?? "";
  for (const { kind, provisions, lawIds, law, lawRaw } of citations) {
    const provision = provisions.find((each) => each.startChar < end && start < each.endChar);
    if (!provision) continue;
    if (lawIds.length === 0 && law === "") {
      const [told, name] = [plain(lawRaw), plain(reference.text)];
      if (kind !== ParsedCitation_Kind.STATUTE || !isNameOf(told, name)) return "untold";
      return isWholeName(told, name) ? "unknown by name" : "unknown by a part";
    }
    if (lawIds.length === 0) return "untold";
    const numbers = [provision.number, numberIn(provision.number, lawIds)].map((each) => each.toLowerCase());
    if (numbers.includes(wanted) && lawIds.includes(reference.bwb_id ?? "")) return "right";
    return editorsDiffer.has(reference.text) ? "editors differ" : "wrong";
  }
  return "untold";
};

/** The register of headings as a file that is imported like any other. */
const registerFile = (): Uint8Array =>
  new TextEncoder().encode(
    ["law_id\tkind\theading", ...headings2012().map(({ lawId, title }) => `${lawId}\tregeling\t${title}`)].join("\n"),
  );

const measured = async (clients: LawBotClients, asked: readonly Asked[]) => {
  const told: Record<Became, string[]> = {
    right: [],
    wrong: [],
    "editors differ": [],
    "unknown by name": [],
    "unknown by a part": [],
    untold: [],
  };
  let naming = 0;
  for (const each of asked) {
    // One letter is one character on the wire: none of these texts goes beyond the first plane.
    const { citations } = await clients.citations.parseCitations({ text: each.line });
    const became = becameOf(each, citations);
    if (became !== "wrong" && !namesALaw(each.reference.text)) continue;
    if (namesALaw(each.reference.text)) naming++;
    const read = citations.map(({ raw, law, lawRaw }) => `${raw} = ${law || `? ${lawRaw}`}`).join("; ");
    told[became].push(
      `${each.reference.bwb_id} ${each.reference.locatie?.artikel}: ${each.line.slice(Math.max(0, each.start - 60), each.start)}«${each.reference.text}» | ${read}`,
    );
  }
  return { naming, told };
};

/**
 * `npm run campaign -- references [even|odd] [shipped|register] [show]`: what LawBot reads in references that the editors of the
 * Basiswettenbestand resolved, by the wire. Rules and names are mended by the even half alone; the odd one is never shown.
 */
export const runReferences = async (given: readonly string[]): Promise<boolean> => {
  const half = halves.find((each) => given.includes(each)) ?? "even";
  const clients = await openClients();
  if (given.includes("register"))
    await clients.imports.import(
      importMessages("names", [{ path: "names.tsv", validFrom: "", bytes: registerFile() }]),
    );
  const asked = referencesAtHand().filter((each) => halfOf(each) === half);
  const { naming, told } = await measured(clients, asked);
  const share = (count: number, of: number) => `${((100 * count) / Math.max(1, of)).toFixed(1)} %`;
  const byName = told["unknown by name"].length + told["unknown by a part"].length;
  const rest = byName + told.untold.length;
  console.log(
    `references, ${half} half: of ${asked.length} ${naming} name a law; right ${told.right.length} (${share(told.right.length, naming)}), wrong ${told.wrong.length} of all (${told["editors differ"].length} more are slips of the editors), unknown by name ${byName} of the other ${rest} (${share(byName, rest)}), of them ${told["unknown by name"].length} by the whole of it`,
  );
  const shown = half === "even" && given.includes("show") ? (["wrong", "untold", "unknown by a part"] as const) : [];
  for (const what of shown) for (const one of told[what]) console.error(`${what}: ${one}`);
  await clients.lawbot.close();
  return told.wrong.length <= 10;
};
