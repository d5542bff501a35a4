import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { checkProfile } from "../../src/profile/check-profile.ts";
import { readTextFormat } from "../../src/profile/text-reader.ts";

it("docs/profiles.md shows a profile that can be used", () => {
  const page = readFileSync(new URL("../../docs/profiles.md", import.meta.url), "utf8");
  const [, text = ""] = /```textproto\n([\s\S]*?)```/.exec(page) ?? [];
  const { message } = readTextFormat(WorkflowProfileSchema, text);
  expect(message.profileId).toBe("club-letter");
  expect(checkProfile(message)).toEqual([]);
  expect(message.lawSources.map(({ lawId }) => lawId)).toEqual(["BWBR0003045"]);
});
