import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../e2e/support/server.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownToken } from "../support/own-transport.ts";
import { cli } from "./support/cli.ts";
import { breakingProxy } from "./support/proxy.ts";

let server: TestServer;
const folder = newFolder("vault-upload");
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A message with a picture, which costs little to read and makes a mailbox large. */
const message = (n: number): string => {
  const picture = createHash("sha512").update(String(n)).digest("base64").repeat(8_000);
  const lines = picture.match(/.{76}/g)?.join("\n");
  return `From ank@example.org Tue Dec  9 10:14:00 2025
From: ank@example.org
Subject: foto ${n}
Content-Type: multipart/mixed; boundary=B

--B

zie foto ${n}
--B
Content-Type: image/png
Content-Transfer-Encoding: base64

${lines}
--B--

`;
};
const count = 16;
const mailbox = Array.from({ length: count }, (_, n) => message(n)).join("");

const made = (name: string): string => {
  const path = join(folder, name);
  writeFileSync(path, mailbox);
  return path;
};

const run = (path: string, strand: string, deps: Parameters<typeof cli>[1] = {}, url = server.url) =>
  cli(["vault", "import", path, "--strand", strand, "--url", url], {
    ...deps,
    env: { PINCITE_TOKEN: ownToken(), ...deps.env },
  });

const uids = async (strandId: string): Promise<string[]> =>
  (await server.docs.listDocs({ strandId, pageSize: 200 })).docs.map(({ docUid }) => docUid).sort();

describe("pincite vault import of a large mailbox", () => {
  it("tells how much of it is sent and read, knows it by its first line, and names each message", async () => {
    const told: string[] = [];
    const stderr = { write: (text: string | Uint8Array) => told.push(String(text)) };
    const { code, out } = await run(made("Inbox"), "told", { stderr });
    expect(code).toBe(0);
    expect(out).toContain(`${count} imported, 0 known already, 0 replaced, 0 refused, ${count} kept in their messages`);
    expect(
      told.filter((line) => /^import: \d+ %, 0 of 1 files, [\d.]+ MB {2}[\d.]+ MB sent/.test(line)).length,
    ).toBeGreaterThan(1);
    const again = await run(join(folder, "Inbox"), "told");
    expect(again.out).toContain(`0 imported, ${count} known already`);
  });

  it("goes on by itself when the connection breaks while it is sent, and sends no piece of it twice", async () => {
    const broken = await breakingProxy(server.url, mailbox.length / 2);
    const { code, out, err } = await run(made("cut.mbox"), "cut", {}, broken.url);
    expect(err).toMatch(/the connection broke after 0 of 1 files; trying again/);
    expect(code).toBe(0);
    expect(out).toContain(`${count} imported`);
    expect(broken.bytes()).toBeLessThan(1.3 * mailbox.length);
    expect(await uids("cut")).toEqual(await uids("told"));
    await broken.close();
  });

  it("stops in the middle when it is told to, and another run goes on to the same messages", async () => {
    const path = made("stop.mbox");
    const stop = new AbortController();
    const seen: string[] = [];
    const stderr = {
      write: (text: string | Uint8Array) => {
        seen.push(String(text));
        if (/^import: [1-9]\d* %/.test(String(text))) stop.abort();
      },
    };
    const first = await run(path, "stop", { stop: stop.signal, stderr });
    expect(first.code).toBe(130);
    expect(seen.join("")).toMatch(/stopped after 0 of 1 files; run the same command again/);
    expect(seen.filter((line) => /^import: 100 %/.test(line))).toEqual([]);
    const second = await run(path, "stop");
    expect(second.code).toBe(0);
    expect(await uids("stop")).toEqual(await uids("told"));
  });

  it("says of a mailbox of Outlook for Mac what to do with it, without sending it", async () => {
    const path = join(folder, "archief.olm");
    writeFileSync(path, "PK");
    (await import("node:fs")).truncateSync(path, 80_000_000);
    const watched = await breakingProxy(server.url);
    const { code, out } = await run(path, "olm", {}, watched.url);
    expect(code).toBe(2);
    expect(out).toMatch(/archief\.olm: REFUSED \(.*Outlook for Mac/);
    expect(watched.bytes()).toBeLessThan(100_000);
    await watched.close();
  });
});
