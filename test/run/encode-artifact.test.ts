import { create, fromBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { expect, it } from "vitest";
import { IntentSeedSchema } from "../../gen/pincite/memo/v1/intent_pb.ts";
import { encodeArtifact } from "../../src/run/kernel.ts";
import { sha256 } from "../../src/sha256.ts";

const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "\ud800x", "x\udc00", "\ufffd", "\uffef", "﻿bom", "𝄞", "ï¿½"),
);

it("hands on a message with its bytes only where the bytes decode to that very message", () => {
  fc.assert(
    fc.property(texts, (goal) => {
      const { message, bytes } = encodeArtifact(IntentSeedSchema, create(IntentSeedSchema, { goal }), sha256);
      if (message) expect(fromBinary(IntentSeedSchema, bytes)).toEqual(message);
      if (goal.isWellFormed() && !goal.includes("\ufffd")) expect(message).toBeDefined();
    }),
    { examples: [["\ud800x"], ["\ufffd"]] },
  );
});
