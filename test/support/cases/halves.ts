import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asCell, CaseError, readTable } from "./table.ts";

/** Each set is split in two, so that one half may be read while the other stays a judge. */
export const halves = ["even", "odd"] as const;
export type Half = (typeof halves)[number];

/** The half of a row: the first byte of its id's SHA-256, so that neither class nor place decides where it falls. */
export const halfOf = (id: string): Half =>
  (createHash("sha256").update(id).digest()[0] ?? 0) % 2 === 0 ? "even" : "odd";

/** What `SETS.tsv` says of one half of a set. */
export interface HalfState {
  readonly set: string;
  readonly half: Half;
  readonly state: "read" | "unread";
  /** Who read it; empty: nobody who writes rules. */
  readonly by: string;
  readonly day: string;
  /** How many rows it has; undefined where nobody has counted. */
  readonly rows: number | undefined;
  readonly note: string;
}

const columns = ["set", "half", "state", "by", "day", "rows", "note"] as const;

/** The states of all halves that somebody wrote down. Errors: `CaseError`. */
export const readStates = (cases: string): HalfState[] => {
  const path = join(cases, "SETS.tsv");
  if (!existsSync(path)) return [];
  return readTable(path, { needed: columns }).map((row) => {
    const half = halves.find((one) => one === row.cell("half"));
    if (!half) throw row.wrong("half", "is neither even nor odd: write one of them");
    const state = row.cell("state");
    if (state !== "read" && state !== "unread")
      throw row.wrong("state", `“${state}” is neither read nor unread: write one of them`);
    if (state === "read" && row.cell("by") === "") throw row.wrong("by", "is empty: write who has read it");
    const rows = row.cell("rows") === "" ? undefined : Number(row.cell("rows"));
    return {
      set: row.needed("set", "write the name of a folder"),
      half,
      state,
      by: row.cell("by"),
      day: row.cell("day"),
      rows,
      note: row.cell("note"),
    };
  });
};

/** Whether a half may be read. A set that nobody wrote down is a stranger's, and unread. */
export const isUnread = (states: readonly HalfState[], set: string, half: Half): boolean =>
  states.find((one) => one.set === set && one.half === half)?.state !== "read";

/** Marks halves of a set as read, by whom and on which day, with the count of their rows. */
export const markRead = (
  cases: string,
  set: string,
  opened: readonly { readonly half: Half; readonly rows: number }[],
  { by, day }: { readonly by: string; readonly day: string },
): void => {
  if (by.trim() === "") throw new CaseError("opening a set needs a name: add --by NAME");
  const states = readStates(cases);
  for (const { half, rows } of opened) {
    const at = states.findIndex((one) => one.set === set && one.half === half);
    const state: HalfState = { set, half, state: "read", by, day, rows, note: states[at]?.note ?? "" };
    if (at < 0) states.push(state);
    else states[at] = state;
  }
  const path = join(cases, "SETS.tsv");
  const notes = existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line.startsWith("#"))
    : [];
  const lines = states.map((one) => columns.map((column) => asCell(String(one[column] ?? ""))).join("\t"));
  writeFileSync(path, `${[...notes, columns.join("\t"), ...lines].join("\n")}\n`);
};
