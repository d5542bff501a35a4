import { otherPlaces } from "./elsewhere.ts";
import { dataFolderPlaces } from "./in-the-data-folder.ts";
import type { Clarity, Place, Root } from "./place.ts";

/** How a place's names begin on the page. */
const begins: Readonly<Record<Root, string>> = {
  data: "",
  backup: "of `pincite backup`: ",
  state: "below `~/.local/state/pincite/`: ",
  config: "below `~/.config/pincite/`: ",
  cache: "",
  home: "below `~/`: ",
  temporary: "below the system's folder for temporary files: ",
  database: "",
  elsewhere: "",
};

const told = (clarity: Clarity): string => {
  if (clarity.is === "nothing") return "nothing of a case is in it";
  if (clarity.is === "encrypted") return clarity.with;
  return clarity.but === undefined ? "**not**" : `**not**: ${clarity.but}`;
};

const isPattern = ({ root }: Place): boolean => !["database", "elsewhere", "cache"].includes(root);

const row = (place: Place): string => {
  const names = place.files.map((name) => (isPattern(place) ? `\`${name}\`` : name)).join(", ");
  const mode = place.isSecret ? "; mode 0600" : "";
  const { holds, sealed, clarity, erased, rebuilt } = place;
  return `| ${[`${begins[place.root]}${names}`, `${holds}${mode}`, sealed, told(clarity), erased, rebuilt, place.told].join(" | ")} |`;
};

const table = (places: readonly Place[]): string[] => [
  "| place | holds | damage is told by | encrypted with | an erasure | made again from | told |",
  "|---|---|---|---|---|---|---|",
  ...places.map(row),
];

/** The page docs/data-account.md, from the table of all places. */
export const accountPage = (): string =>
  [
    "# One account of every copy",
    "",
    "Generated from `test/support/data-account/` by `node test/support/write-data-account.ts`; a test fails when this page and the table differ.",
    "",
    "Each place where something of a case lies, or of what keeps it: what tells damage of it, what it is encrypted with, how an erasure reaches it, what it is made from, and where a person",
    "hears of it. `test/e2e/data-account.test.ts` and `npm run campaign -- image` walk what a server and its account leave, and fail on a file that no row claims, on a word of a case in one",
    "whose row denies it, and on a secret that others may read.",
    "",
    "## In the data folder",
    "",
    ...table(dataFolderPlaces),
    "",
    "## Elsewhere",
    "",
    ...table(otherPlaces),
    "",
    "## Limits",
    "",
    "Overwriting reaches the blocks that a file system writes again in place; blocks that an SSD or a copying file system has set aside keep an old key until they are",
    "used again, and with that key and the old blocks what was erased can be read. Keep the data folder on an encrypted disk. A swap file may hold what was in",
    "memory. The keys lie in the folder beside what they encrypt: they serve the erasure and whoever gets files without them, and keep nobody out who has the whole folder.",
    "No upgrade leaves a copy: a folder of an older layout is refused ([ADR 30](adr/0030-older-layouts-are-refused.md)).",
    "",
    "Rows whose files a walk does not meet, and why:",
    "",
    ...[...dataFolderPlaces, ...otherPlaces]
      .filter(({ notMet }) => notMet !== undefined)
      .map(
        (place) =>
          `- ${begins[place.root]}${place.files
            .slice(0, 1)
            .map((name) => `\`${name}\``)
            .join("")}: ${place.notMet}.`,
      ),
    "",
  ].join("\n");
