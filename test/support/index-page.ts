import type { IndexList, Space } from "../../src/engine/run/index-space.ts";
import { derivedLists, derivedSpaces, indexVersion, keptLists, keptSpaces } from "../../src/engine/run/spaces.ts";

const rows = (spaces: readonly (Space<unknown> | IndexList<unknown>)[], what = "space"): string[] => [
  `| ${what} | answers | key | value | written by |`,
  "|---|---|---|---|---|",
  ...spaces.map(
    ({ name, answers, key, value, from }) => `| \`${name}\` | ${answers} | ${key} | ${value.told} | ${from} |`,
  ),
];

/** The page docs/formats/index.md, from the declarations of the spaces themselves. */
export const indexPage = (): string =>
  [
    "# The index of the journal",
    "",
    "Generated from `src/engine/run/spaces.ts` by `node test/support/write-index-doc.ts`; a test fails when this page and the code differ.",
    "",
    "Beside the [journal](journal.md) a store of runs has records by space and key (`<owner>!r!<space>!<key>`, as the head of",
    "[`record.proto`](../../proto/pincite/journal/v1/record.proto) says). `<seq>` and `<n>` are 8 hexadecimal digits, so that keys sort as",
    "numbers do.",
    "",
    "## Derived from the journal",
    "",
    "Written in the batch of the event they follow from; whoever has the journal can make them again.",
    "",
    ...rows(derivedSpaces),
    "",
    `They are of version ${indexVersion}. A server that finds another version in \`index\` builds them anew before it serves, in steps, and goes`,
    "on where it was killed. `pincite store rebuild` does it when asked.",
    "",
    "What one run recorded, said, asked of tools and has receipts for is in none of them, nor what an artifact was made from: that is read",
    "from the events of the run, which have no gaps.",
    "",
    "## Lists",
    "",
    "What is asked for over all runs is in numbered lists (keys `n` and `k`): a page in which a number is missing is damaged, and made again from",
    "the journal before it is given.",
    "",
    ...rows(derivedLists, "list"),
    "",
    "These are kept by commands; a damaged one is made again from where the runs stand.",
    "",
    ...rows(keptLists, "list"),
    "",
    "## Kept beside it",
    "",
    "Written by commands; a rebuild leaves them alone. Snapshots and counts say of which event they are and are not used where the journal",
    "has another.",
    "",
    ...rows(keptSpaces),
    "",
  ].join("\n");
