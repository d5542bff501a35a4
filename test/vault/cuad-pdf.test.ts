import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { create, fromBinary } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { SpanResolution_Outcome as Outcome, SpanLocatorSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { sha256 } from "../../src/sha256.ts";
import { resolveLocator } from "../../src/span/resolve.ts";
import { openSource } from "../../src/span/source.ts";
import { describeWithData } from "../support/shared-data.ts";
import { filesBelow } from "./support/data-files.ts";
import { readHere } from "./vault-fixture.ts";

interface Contract {
  readonly title: string;
  readonly clauses: readonly { readonly text: string; readonly starts: readonly number[] }[];
}
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

describeWithData("quotes that lawyers marked in contracts", "spans-cuad", (folder) => {
  it("are found in our own text of the PDFs: 194 of 196", async () => {
    const lines = gunzipSync(readFileSync(`${folder}/cuad.jsonl.gz`))
      .toString()
      .trim()
      .split("\n");
    const contracts = lines.map((line) => JSON.parse(line) as Contract);
    const missed: string[] = [];
    let count = 0;
    for (const file of filesBelow(`${folder}/pdf`, ".pdf")) {
      const name = plain(file.path.replace(/\.pdf$/, ""));
      const contract = contracts.find(({ title }) => name.startsWith(plain(title)) || plain(title).startsWith(name));
      const [unit] = await readHere(file);
      const canonical = fromBinary(CanonicalTextSchema, unit?.made?.canonical ?? new Uint8Array());
      const source = openSource(canonical, sha256);
      for (const { text } of (contract?.clauses ?? []).filter(({ starts }) => starts.length > 0)) {
        count++;
        const locator = create(SpanLocatorSchema, { docUid: canonical.docUid, exactQuote: text });
        const { outcome } = resolveLocator(source, locator, { sha256, maxSuggestions: 0 });
        if (outcome === Outcome.NOT_FOUND || outcome === Outcome.SKIPPED) missed.push(text.replace(/\s+/g, " ").trim());
      }
    }
    expect(count).toBe(196);
    // A date and a blank to be filled in: fewer than three words or twelve letters, which must match exactly, and in the
    // PDF a line ends within them.
    expect(missed.length).toBeLessThanOrEqual(2);
    expect(missed.every((quote) => quote.replace(/[^A-Za-z]/g, "").length < 20)).toBe(true);
  });
});
