import { describe, expect, it } from "vitest";
import { protoName } from "#kit/proto-name.ts";
import { serverUrl } from "#kit/url.ts";
import { RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";

describe("the name of a member", () => {
  it("is the one its proto file has", () => {
    const fields = RunEventSchema.fields;
    expect(fields.map(({ localName }) => protoName(localName))).toEqual(fields.map(({ name }) => name));
    expect(fields.some(({ name }) => name.includes("_"))).toBe(true);
  });
});

describe("the address of a server", () => {
  it.each(["http://127.0.0.1:7611", "https://pincite.example/base/", "http://[::1]:1", "http://localhost"])(
    "is %s",
    (text) => {
      expect(serverUrl(text)?.href).toBe(new URL(text).href);
    },
  );

  it.each(["nonsense", "127.0.0.1:7611", "localhost:7611", "ftp://a", "file:///etc/passwd", "http://", "//a", ""])(
    "is not %j",
    (text) => {
      expect(serverUrl(text)).toBeUndefined();
    },
  );
});
