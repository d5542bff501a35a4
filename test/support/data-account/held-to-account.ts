import { statSync } from "node:fs";
import { sep } from "node:path";
import { filesBelow, wordsIn } from "../../e2e/support/bytes-below.ts";
import { otherPlaces } from "./elsewhere.ts";
import { dataFolderPlaces } from "./in-the-data-folder.ts";
import type { Place, Root } from "./place.ts";

export const places: readonly Place[] = [...dataFolderPlaces, ...otherPlaces];

/** A folder, and which rows speak of it. */
export interface Walked {
  readonly root: Root;
  readonly dir: string;
}

/** What a walk found that the table does not have. */
export interface Walk {
  /** Files that no row claims. */
  readonly unclaimed: readonly string[];
  /** Words in files whose rows say that no word is there: `word in file`. */
  readonly denied: readonly string[];
  /** Secrets that others than their owner may read or write. */
  readonly open: readonly string[];
  /** Rows of which a file was there. */
  readonly met: ReadonlySet<Place>;
}

/** Holds every file below these folders to the table; `words` stand in a case and in nothing else. */
export const walk = (folders: readonly Walked[], words: readonly string[]): Walk => {
  const unclaimed: string[] = [];
  const denied: string[] = [];
  const open: string[] = [];
  const met = new Set<Place>();
  for (const { root, dir } of folders) {
    const claims = places
      .filter((place) => place.root === root)
      .map((place) => ({ place, patterns: place.files.map(asPattern) }));
    for (const path of filesBelow(dir)) {
      const name = path.slice(dir.length + 1).replaceAll(sep, "/");
      // The first row that claims a file speaks of it.
      const place = claims.find(({ patterns }) => patterns.some((pattern) => pattern.test(name)))?.place;
      if (place === undefined) {
        unclaimed.push(`${root}: ${name}`);
        continue;
      }
      met.add(place);
      if (place.clarity.is !== "clear")
        denied.push(...wordsIn(path, name, words).map((word) => `${word} in ${root}: ${name}`));
      if (place.isSecret && (statSync(path).mode & 0o077) !== 0) open.push(`${root}: ${name}`);
    }
  }
  return { unclaimed, denied, open, met };
};

/** Files below a data folder that no row claims. */
export const unclaimed = (dir: string): readonly string[] => walk([{ root: "data", dir }], []).unclaimed;

const asPattern = (name: string): RegExp => {
  const escaped = name.replaceAll(/[.+()]/g, "\\$&").replaceAll("*", "[^/]*");
  return new RegExp(`^${escaped}${name.endsWith("/") ? ".+" : ""}$`);
};
