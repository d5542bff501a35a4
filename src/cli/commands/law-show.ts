import { create } from "@bufbuild/protobuf";
import type { Command } from "commander";
import {
  type CitationError,
  type CitationResolution,
  CitationResolutionSchema,
} from "../../../gen/pincite/lawbot/v1/law_citation_service_pb.ts";
import { DomainError, type Reason, reasons } from "../../error.ts";
import type { Connection } from "../connection.ts";
import { unitLines, wholeLawLines } from "../print/law-text.ts";
import type { Shell } from "../shell.ts";
import { withExample } from "./example.ts";

/** Laws whose article numbers have a colon: `7:611` alone may be of any of them. */
const colonLaws = ["BW", "Awb", "Wazo", "Atw"];

/** The id of a law, alone or in a Juriconnect reference that names nothing inside it. */
const wholeReference = /^(?:\S*:)?(BWB[RV]\d{7})((?:&(?:amp;)?[gz]=\d{4}-\d{2}-\d{2})*)$/;

/** `law show`. */
export const addLawShowCommand = (law: Command, shell: Shell): void => {
  const show = law
    .command("show")
    .argument("<what...>", "a citation, a Juriconnect reference, an evidence id (law:...#...) or the id of a law")
    .option("--on <date>", "the day whose law is meant; else today", "")
    .description("Print the official text with its version, its flags and how it is cited.");
  withExample(
    show,
    "pincite law show 7:611 --on 2024-01-01",
    'pincite law show "art. 7:669 lid 3 onder g BW"',
    "pincite law show BWBR0005290",
  );
  show.action((what: string[], options: { on: string }, command: Command) =>
    shell.connected(command, async (connection) => {
      for await (const line of showLines(connection, what.join(" ").trim(), options.on)) shell.say(line);
    }),
  );
};

async function* showLines(connection: Connection, what: string, inForceOn: string): AsyncGenerator<string> {
  const [, lawId = "", date = "", path = ""] = /^law:([^@\s]+)@([^#\s]+)(?:#(\S+))?$/.exec(what) ?? [];
  if (path) return yield* unit(connection, { lawId, docUid: `${lawId}@${date}`, path });
  if (lawId) return yield* wholeLaw(connection, { lawId, docUid: `${lawId}@${date}` });
  const whole = wholeReference.exec(what);
  if (whole) return yield* wholeLaw(connection, { lawId: whole[1] ?? "", ...daysOf(whole[2] ?? "", inForceOn) });
  const resolution = await resolve(connection, what, inForceOn);
  if (resolution.citation !== what) yield `Read as ${resolution.citation}.`;
  const [error] = resolution.errors;
  if (error) throw faultOf(error);
  for (const { evidenceId, unit: found } of resolution.units) {
    const docUid = evidenceId.replace(/^law:/, "").replace(/#.*$/, "");
    yield* unit(connection, { lawId: docUid.split("@")[0] ?? "", docUid, path: found?.path ?? "" });
  }
}

/** The days that a reference names; that of the command line must be the same where both do. */
const daysOf = (fields: string, asked: string): { readonly inForceOn: string; readonly knownOn: string } => {
  const day = (name: string) => new RegExp(`&(?:amp;)?${name}=([\\d-]+)`).exec(fields)?.[1] ?? "";
  const named = day("g");
  if (named && asked && named !== asked)
    throw new DomainError(
      "CITATION_INVALID",
      `the reference names the law of ${named}, --on that of ${asked}; leave one out`,
    );
  return { inForceOn: named || asked, knownOn: day("z") };
};

/** A number with a colon and no law is looked for in every law that has such numbers; it must be in one only. */
const resolve = async ({ lawCitation }: Connection, what: string, inForceOn: string): Promise<CitationResolution> => {
  const isBare = /^\d+[Aa]?:\d/.test(what);
  const asked = await lawCitation.resolveCitations({ citations: [what], inForceOn });
  const given = asked.resolutions[0] ?? create(CitationResolutionSchema);
  if (!isBare || given.units.length > 0 || given.parsed[0]?.law) return given;
  const citations = colonLaws.map((law) => `art. ${what} ${law}`);
  const { resolutions } = await lawCitation.resolveCitations({ citations, inForceOn });
  const found = resolutions.filter(({ units }) => units.length > 0);
  if (found.length > 1)
    throw new DomainError(
      "CITATION_INVALID",
      `${what} stands in several laws; name the one you mean: ${found.map(({ citation }) => citation).join(", ")}`,
    );
  return found[0] ?? resolutions.find(isLoaded) ?? resolutions[0] ?? given;
};

/** Whether the law at least is there, so that its answer says more than that it is not. */
const isLoaded = ({ errors }: CitationResolution): boolean => errors[0]?.reason === "UNKNOWN_UNIT";

const faultOf = ({ reason, message, existing }: CitationError): DomainError => {
  const known = reasons.find((each): each is Reason => each === reason) ?? "INTERNAL";
  const there = reason === "UNKNOWN_UNIT" && existing.length > 0 ? `. There is: ${existing.join(", ")}` : "";
  return new DomainError(known, `${message}${there}`);
};

async function* unit(
  { laws, lawCitation }: Connection,
  which: { readonly lawId: string; readonly docUid: string; readonly path: string },
): AsyncGenerator<string> {
  const { unit: found, text, version } = await laws.getUnit(which);
  if (!found || !version) return;
  const { law } = await laws.getLaw({ lawId: which.lawId });
  const { citations } = await lawCitation.parseCitations({ text: found.address });
  yield* unitLines(found, { text, version, register: law?.register, inFull: citations[0]?.renderedFull ?? "" });
}

async function* wholeLaw(
  { laws }: Connection,
  which: { readonly lawId: string; readonly docUid?: string; readonly inForceOn?: string; readonly knownOn?: string },
): AsyncGenerator<string> {
  const { canonicalText, version } = await laws.getLawText(which);
  const { law } = await laws.getLaw({ lawId: which.lawId });
  if (law && version) yield* wholeLawLines(law, version, canonicalText?.text ?? "");
}
