import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { LetterReadingSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { askLines } from "../../../src/cli/go/asks.ts";
import type { Led } from "../../../src/cli/go/lead.ts";
import { speechOf } from "../../../src/messages/speech.ts";

// The last day for the objection was said at the first step, and not when the letter was ready to be sent.
it("says beside a letter that is done which terms still run, and none where all have run out", () => {
  const said = (dueDate: string) => {
    const letterReading = create(LetterReadingSchema, {
      terms: [{ partId: "term:1", span: { excerpt: "binnen zes weken bezwaar maken" }, dueDate }],
    });
    const led = { view: { context: {}, letterReading }, wait: "finalised" } as unknown as Led;
    return askLines(led, { named: "latest", writers: [], absences: [] }, speechOf("nl")).join("\n");
  };
  expect(said("2999-12-30")).toContain("termijn: 30 december 2999, “binnen zes weken bezwaar maken”");
  expect(said("2001-01-01")).not.toContain("zes weken");
});
