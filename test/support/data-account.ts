import { readFileSync } from "node:fs";
import { sep } from "node:path";
import { filesBelow } from "../e2e/support/bytes-below.ts";

/** The rows of docs/data-account.md whose files lie in the data folder: names with `*` for what has no slash, and a slash at the end for all below. */
export const accountRows = (): readonly string[] => {
  const text = readFileSync(new URL("../../docs/data-account.md", import.meta.url), "utf8");
  const [, table = ""] = text.split("## In the data folder");
  const [rows = ""] = table.split("\n## ");
  return [...rows.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  );
};

/** Files below a data folder that no row of the account claims. */
export const unclaimed = (dir: string): string[] => {
  const claims = accountRows().map(asPattern);
  return filesBelow(dir)
    .map((path) => path.slice(dir.length + 1).replaceAll(sep, "/"))
    .filter((path) => !claims.some((claim) => claim.test(path)));
};

const asPattern = (name: string): RegExp => {
  const escaped = name.replaceAll(/[.+()]/g, "\\$&").replaceAll("*", "[^/]*");
  return new RegExp(`^${escaped}${name.endsWith("/") ? ".+" : ""}$`);
};
