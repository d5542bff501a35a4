import { create } from "@bufbuild/protobuf";
import type { Command } from "commander";
import {
  type CitationResolution,
  CitationResolutionSchema,
} from "../../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import type { Connection } from "../../../client/connection.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import { lineIn, type PrintedLine, unitLines, wholeLawLines } from "../../print/law-text.ts";
import { readingNotes } from "../../print/reading-notes.ts";
import type { Shell } from "../../shell.ts";
import { atLawBot } from "../at-service.ts";
import { dayOf } from "../day-option.ts";
import { withExample } from "../example.ts";
import { citationFault } from "./citation-fault.ts";
import { type Days, daysOf } from "./reference-days.ts";
import { namesRuling, rulingShowLines } from "./ruling-show.ts";

/** Laws whose article numbers have a colon: `7:611` alone may be of any of them. */
const colonLaws = ["BW", "Awb", "Wazo", "Atw"];

/** The id of a law, alone or in a Juriconnect reference that names nothing inside it. */
const wholeReference = /^(?:\S*:)?(BWB[RV]\d{7}|3\d{4}[RLD]\d{4})((?:&(?:amp;)?[gz]=\d{4}-\d{2}-\d{2})*)$/;

/** `law show`. */
export const addLawShowCommand = (law: Command, shell: Shell): void => {
  const show = law
    .command("show")
    .argument(
      "<what...>",
      "a citation, a Juriconnect reference, an evidence id (law:...#...), the id of a law or the ECLI of a ruling",
    )
    .option("--on <day>", "the day whose law is meant, as 2024-01-31; else today", dayOf)
    .option("--known-on <day>", "the day as whose knowledge it is meant; else as is known now", dayOf)
    .description("Print the official text with its version, its flags and how it is cited.");
  withExample(
    show,
    "pincite law show 7:611 --on 2024-01-01",
    'pincite law show "art. 7:669 lid 3 onder g BW"',
    "pincite law show BWBR0005290",
    'pincite law show "ECLI:NL:HR:2016:162, r.o. 3.8"',
  );
  show.action((what: string[], { on = "", knownOn = "" }: { on?: string; knownOn?: string }, command: Command) =>
    atLawBot(shell, command, async (connection) => {
      const speech = shell.speech();
      for await (const line of showLines(connection, asked(what), { inForceOn: on, knownOn }))
        shell.say(lineIn(line, speech));
    }),
  );
};

const asked = (what: readonly string[]): string => {
  const text = what.join(" ").trim();
  if (text) return text;
  throw new DomainError("REQUEST_INVALID", worded("help.say-what-to-show-a-citation-such-as-7-611-or"));
};

async function* showLines(connection: Connection, what: string, days: Days): AsyncGenerator<PrintedLine> {
  if (namesRuling(what)) return yield* rulingShowLines(connection, what);
  const [, lawId = "", date = "", path = ""] = /^law:([^@\s]+)@([^#\s]+)(?:#(\S+))?$/.exec(what) ?? [];
  if (path) return yield* unit(connection, { lawId, docUid: `${lawId}@${date}`, path });
  if (lawId) return yield* wholeLaw(connection, { lawId, docUid: `${lawId}@${date}` });
  const whole = wholeReference.exec(what);
  if (whole) return yield* wholeLaw(connection, { lawId: whole[1] ?? "", ...daysOf(whole[2] ?? "", days) });
  const resolution = await resolve(connection, what, days);
  if (resolution.citation !== what) yield `Read as ${resolution.citation}.`;
  yield* readingNotes(resolution.citation, resolution.parsed);
  const [fault, ...more] = resolution.errors.map(citationFault);
  for (const { message } of more) yield message;
  if (fault) throw fault;
  for (const { evidenceId, unit: found } of resolution.units) {
    const docUid = evidenceId.replace(/^law:/, "").replace(/#.*$/, "");
    yield* unit(connection, { lawId: docUid.split("@")[0] ?? "", docUid, path: found?.path ?? "" });
  }
}

/** One number with a colon, with or without its parts, and no second one. */
const bareNumber = /^\d+[Aa]?:\d(?!.*\d:\d)/;

/** A number with a colon and no law is looked for in every law that has such numbers; it must be in one only. */
const resolve = async ({ lawCitation }: Connection, what: string, days: Days): Promise<CitationResolution> => {
  const isBare = bareNumber.test(what);
  const asked = await lawCitation.resolveCitations({ citations: [what], ...days });
  const given = asked.resolutions[0] ?? create(CitationResolutionSchema);
  if (!isBare || given.units.length > 0 || given.parsed[0]?.law) return given;
  const citations = colonLaws.map((law) => `art. ${what} ${law}`);
  const { resolutions } = await lawCitation.resolveCitations({ citations, ...days });
  const found = resolutions.filter(({ units }) => units.length > 0);
  if (found.length > 1)
    throw new DomainError(
      "CITATION_INVALID",
      worded("help.stands-in-several-laws-name-the-one-you-mean", {
        what,
        found: found.map(({ citation }) => citation).join(", "),
      }),
    );
  return found[0] ?? resolutions.find(isLoaded) ?? resolutions[0] ?? given;
};

/** Whether the law at least is there, so that its answer says more than that it is not. */
const isLoaded = ({ errors }: CitationResolution): boolean => errors[0]?.reason === "UNKNOWN_UNIT";

async function* unit(
  { laws, lawCitation }: Connection,
  which: { readonly lawId: string; readonly docUid: string; readonly path: string },
): AsyncGenerator<PrintedLine> {
  const { unit: found, text, version } = await laws.getUnit(which);
  if (!found || !version) return;
  const { law } = await laws.getLaw({ lawId: which.lawId });
  const { citations } = await lawCitation.parseCitations({ text: found.address });
  yield* unitLines(found, { text, version, register: law?.register, inFull: citations[0]?.renderedFull ?? "" });
}

async function* wholeLaw(
  { laws }: Connection,
  which: { readonly lawId: string; readonly docUid?: string } & Partial<Days>,
): AsyncGenerator<PrintedLine> {
  const { canonicalText, version } = await laws.getLawText(which);
  const { law } = await laws.getLaw({ lawId: which.lawId });
  if (law && version) yield* wholeLawLines(law, version, canonicalText?.text ?? "");
}
