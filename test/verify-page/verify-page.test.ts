import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MemoProofSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { buildVerifyPage } from "../../scripts/verify-page.ts";
import { verifyProof } from "../../src/main/verify-proof.ts";
import { changeProofs, firstBroken, type Subjects, tellLies } from "../simulation/proof/campaign.ts";
import { forgedProofs } from "../simulation/proof/forged.ts";
import { hasBrowser, openPageVerifier, type PageVerifier } from "../simulation/proof/in-browser.ts";
import { smallSubjects } from "../simulation/proof/subjects.ts";
import { seeded } from "../simulation/store-seed.ts";
import { newFolder } from "../support/new-folder.ts";

if (!hasBrowser) console.warn("SKIPPED: the page that checks proofs needs Chromium, which is not here");

describe("the page that checks proofs, as a file", () => {
  let html: string;
  beforeAll(async () => {
    const folder = newFolder("page");
    await buildVerifyPage(folder);
    html = readFileSync(join(folder, "verify.html"), "utf8");
    rmSync(folder, { recursive: true });
  });

  it("may run its own script and show its own style, and fetch and send nothing", () => {
    const rules = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.split("; ");
    const digest = (tag: string) => {
      const from = html.indexOf(`<${tag}>`) + tag.length + 2;
      const text = html.slice(from, html.lastIndexOf(`</${tag}>`));
      return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    };
    const allowed = [`script-src ${digest("script")}`, `style-src ${digest("style")}`];
    expect(rules).toEqual(["default-src 'none'", ...allowed, "base-uri 'none'", "form-action 'none'"]);
  });

  it("needs no other file: no script, style, picture or module from anywhere, and nothing of Node", () => {
    expect(html).not.toMatch(/\b(?:src|href)=["']/);
    expect(html).not.toMatch(/from\s*["']node:|require\(["']node:|\bimport\(/);
  });
});

describe.skipIf(!hasBrowser)("the page that checks proofs, in Chromium", () => {
  let subjects: Subjects;
  let redacted: Subjects;
  let verifier: PageVerifier;
  beforeAll(async () => {
    subjects = await smallSubjects();
    redacted = await smallSubjects(true);
    verifier = await openPageVerifier("nl-NL");
  });
  afterAll(() => verifier?.close());

  it("finds that every check of a good proof holds, the rules among them, and says so in the reader's language", async () => {
    expect(await verifier.firstBroken(subjects.proofs[0])).toBeUndefined();
    const lines = (await verifier.page.innerText("#checks")).split("\n");
    expect(lines).toHaveLength(13);
    expect(lines.at(-1)).toMatch(
      /^klopt\tregels\tvolgens regels \d+ komen \d+ gebeurtenissen opnieuw uit, byte voor byte\.$/,
    );
    expect(await verifier.page.innerText("#verdict")).toMatch(/^Het bewijs klopt/);
  });

  it("reads a redacted one as far as it goes", async () => {
    expect(await verifier.firstBroken(redacted.proofs[0])).toBeUndefined();
    expect((await verifier.page.innerText("#checks")).split("\n")).toHaveLength(12);
    expect(await verifier.page.innerText("#verdict")).toMatch(/^Het afgedekte bewijs klopt/);
  });

  it("breaks where events do not fit each other, and at a key of small order", async () => {
    for (const [name, [code, bytes]] of Object.entries(forgedProofs))
      if (code !== "holds") expect(await verifier.firstBroken(bytes), name).toBe(code);
  });

  it("breaks where the program breaks, whatever was changed and whatever lie was signed", async () => {
    const judged: [string | undefined, Uint8Array][] = [];
    const keep = (bytes: Uint8Array, broken: string | undefined) => void judged.push([broken, bytes]);
    await changeProofs(subjects, 8, seeded(7), keep);
    await changeProofs(redacted, 8, seeded(8), keep);
    await tellLies(subjects, 8, seeded(9), keep);
    await verifier.page.fill("#key", "");
    const others: unknown[] = [];
    for (const [, bytes] of judged) {
      const ours = firstBroken(await verifyProof(bytes, undefined));
      const here = await verifier.firstBroken(bytes);
      if (here !== ours) others.push({ ours, here });
    }
    expect(others).toEqual([]);
    expect(judged).toHaveLength(24);
  });

  it("holds a proof only by the key that the reader names", async () => {
    await verifier.page.fill("#key", "0123456789abcdef");
    expect(await verifier.firstBroken(subjects.proofs[0])).toBe("KEYS");
    await verifier.page.fill("#key", "");
  });

  it("shows what stands in a file as text, never as markup", async () => {
    const proof = fromBinary(MemoProofSchema, subjects.proofs[0]);
    if (proof.maker) proof.maker.programVersion = "<img src=x onerror=alert(1)>";
    await verifier.firstBroken(toBinary(MemoProofSchema, proof));
    expect(await verifier.page.locator("img").count()).toBe(0);
  });

  it("asked for nothing but itself, and could not have", async () => {
    expect(verifier.asked).toHaveLength(1);
    const sent = await verifier.page.evaluate(() => fetch("http://127.0.0.1:9/").then(String, (error) => error.name));
    expect(sent).toBe("TypeError");
    const refused = await verifier.page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
          void fetch("http://127.0.0.1:9/").catch(() => undefined);
        }),
    );
    expect(refused).toBe("connect-src");
  });
});
