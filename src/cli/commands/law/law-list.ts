import type { Command } from "commander";
import type { Law, LawVersion, VersionRegister } from "../../../../gen/pincite/lawbot/v1/law_pb.ts";
import type { Connection } from "../../../client/connection.ts";
import { throughOf } from "../../print/law-text.ts";
import { givesMessage } from "../../proto/output.ts";
import type { Shell } from "../../shell.ts";
import { counted } from "../../text/counted.ts";
import { oneLine } from "../../text/plain.ts";
import { table } from "../../text/table.ts";
import { atLawBot } from "../at-service.ts";
import { withExample } from "../example.ts";
import { rulingCountLines, rulingListLines } from "./ruling-list.ts";

/** `law list`. */
export const addLawListCommand = (law: Command, shell: Shell): void => {
  const list = law
    .command("list")
    .option("--rulings", "the rulings in place of the laws")
    .description("Show which laws are loaded, in which versions, or which rulings.");
  givesMessage(list, "ListLaws");
  withExample(list, "pincite law list", "pincite law list --rulings");
  const { sentence } = shell.speech();
  list.action((options: { rulings?: boolean }, command: Command) =>
    atLawBot(shell, command, async ({ laws, caseLaw }) => {
      if (options.rulings) for await (const line of rulingListLines(caseLaw)) shell.say(sentence(line));
      else
        for (const line of [...(await listLines(laws)), ...(await rulingCountLines(caseLaw))])
          shell.say(sentence(line));
    }),
  );
};

const listLines = async (laws: Connection["laws"]): Promise<string[]> => {
  const lines: string[] = [];
  let hint = "";
  let total = 0;
  for (let pageToken = ""; ; ) {
    const page = await laws.listLaws({ pageToken, pageSize: 500 });
    lines.push(...page.laws.flatMap(lawLines));
    hint = page.hint;
    total = page.totalCount;
    pageToken = page.nextPageToken;
    if (pageToken === "") break;
  }
  if (total > 0) return [...lines, total === 1 ? "1 law is loaded." : `${total} laws are loaded.`];
  return [
    "The law that comes with the program, most of it of October 2012: `pincite law add`.",
    `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`,
    "Or have it fetched: `pincite law fetch BWBR0005290 --on DATE`.",
  ];
};

/** A law and its versions, oldest first. */
const lawLines = (law: Law): string[] => [
  nameLine(law),
  ...table(law.versions.map((version) => [`  ${version.docUid}`, ...versionCells(version, law.register)])),
  ...(law.register
    ? [`  of ${counted(law.register.versions.length, "version")} that its register lists`]
    : ["  end of a version not known: its register is not loaded"]),
];

/** Short name, id and title; a law known by its id or by its title alone is not named twice. */
const nameLine = ({ lawId, shortName, title, versions, naming }: Law): string => {
  const whole = oneLine(naming?.citationTitles[0] || versions.at(-1)?.citationTitle || title, 90);
  const short = [lawId, whole].includes(oneLine(shortName, 90)) ? "" : shortName;
  return [short, lawId, whole].filter(Boolean).join("  ");
};

const versionCells = (version: LawVersion, register: VersionRegister | undefined): string[] => [
  `from ${version.validFrom}${register ? throughOf(version, register) : ""}`,
  counted(version.articleCount, "article"),
  counted(version.unitCount, "unit"),
  version.unquotableArticleCount > 0
    ? `${counted(version.unquotableArticleCount, "article")} repealed or not in force`
    : "",
];
