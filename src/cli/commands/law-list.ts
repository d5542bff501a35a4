import type { Command } from "commander";
import type { Law, LawVersion, VersionRegister } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import type { Connection } from "../connection.ts";
import { throughOf } from "../print/law-text.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../text/plain.ts";
import { table } from "../text/table.ts";
import { withExample } from "./example.ts";

/** `law list`. */
export const addLawListCommand = (law: Command, shell: Shell): void => {
  const list = law.command("list").description("Show which laws are loaded, in which versions.");
  withExample(list, "pincite law list");
  list.action((_options: object, command: Command) =>
    shell.connected(command, async ({ laws }) => {
      for (const line of await listLines(laws)) shell.say(line);
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
    `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`,
    "Or have it fetched: `pincite law fetch BWBR0005290 --on DATE`.",
  ];
};

/** A law and its versions, oldest first. */
const lawLines = ({ lawId, shortName, title, versions, register, naming }: Law): string[] => [
  `${shortName}  ${lawId}  ${oneLine(naming?.citationTitles[0] || versions.at(-1)?.citationTitle || title, 90)}`,
  ...table(versions.map((version) => [`  ${version.docUid}`, ...versionCells(version, register)])),
  ...(register ? [`  of ${register.versions.length} versions that its register lists`] : []),
];

const versionCells = (version: LawVersion, register: VersionRegister | undefined): string[] => [
  `from ${version.validFrom}${throughOf(version, register)}`,
  `${version.articleCount} articles`,
  `${version.unitCount} units`,
  version.unquotableArticleCount > 0 ? `${version.unquotableArticleCount} articles repealed or not in force` : "",
];
