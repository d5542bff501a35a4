import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type DescriptorProto, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, it } from "vitest";
import { brokenBetween } from "../../scripts/breaking.ts";
import { projectRoot } from "../../scripts/import-rules.ts";
import { newFolder } from "../support/new-folder.ts";

// That today's protos hold is a step of `npm run verify`, which first writes the protos of others; here the image of 0.1.0
// stands on both sides, so that the comparison itself is shown to refuse.

const image = join(projectRoot, "test/golden/protos/0.1.0.binpb");
const folder = newFolder("promises");

/** What is broken when one message of the image is changed. */
const changed = (path: string, name: string, change: (message: DescriptorProto) => void): string => {
  const set = fromBinary(FileDescriptorSetSchema, readFileSync(image));
  const message = set.file.find((file) => file.name === path)?.messageType.find((one) => one.name === name);
  if (!message) throw new Error(`${path} has no message ${name}`);
  change(message);
  const now = join(folder, "now.binpb");
  writeFileSync(now, toBinary(FileDescriptorSetSchema, set));
  return brokenBetween(now, image);
};

/** Gives the first field another number. */
const renumber = ({ field }: DescriptorProto): void => {
  if (field[0]) field[0].number = 400;
};

describe("the promise that protos keep their meaning", () => {
  it("holds between the image of 0.1.0 and itself, and for a field that is new", () => {
    expect(brokenBetween(image, image)).toBe("");
    const grow = (message: DescriptorProto): void => {
      message.field.push({ ...message.field[0]!, name: "brand_new", jsonName: "brandNew", number: 400 });
    };
    expect(changed("pincite/journal/v1/run_index.proto", "RecordedAnswer", grow)).toBe("");
  });

  it("is broken by a field of a stored message that gets another number", () => {
    const problems = changed("pincite/journal/v1/run_index.proto", "RecordedAnswer", renumber);
    expect(problems).toContain('Previously present field "1" with name "type_name"');
  });

  it("is not given for a package that no server serves", () => {
    expect(changed("pincite/model/v1alpha1/model_service.proto", "GenerateResponse", renumber)).toBe("");
  });
});
