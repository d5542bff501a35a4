import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { describeWithData } from "../support/shared-data.ts";

const folder = fileURLToPath(new URL("../../demo/law/", import.meta.url));

describeWithData("the statute sentences of the demo", "law-text-bw7", (data) => {
  it.each(readdirSync(folder).filter((name) => name.startsWith("BWB")))(
    "%s has the wording in force on the date in its name",
    (name) => {
      const [law, date] = name.split("_");
      const official = gunzipSync(readFileSync(join(data, `${law}_${date}.txt.gz`)))
        .toString()
        .replace(/\s+/gu, " ");
      const xml = readFileSync(join(folder, name), "utf8");
      expect(xml).toContain(`bwb-id="${law}" inwerkingtreding="${date}"`);
      const articles = [...xml.matchAll(/<nr>(\d+[a-z]?)<\/nr><\/kop>\s*<al>([^<]+)<\/al>/g)];
      expect(articles.length).toBeGreaterThan(1);
      for (const [, number, text] of articles)
        expect(official.includes(`Artikel ${number} ${text} `), `article ${number}`).toBe(true);
    },
  );
});
