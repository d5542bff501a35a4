import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newFolder } from "../support/new-folder.ts";
import {
  accessFaults,
  describeWithBrowser,
  openBrowser,
  openContext,
  openWatched,
  picture,
  soon,
  type Watched,
} from "./support/browser.ts";
import { type PageServer, startPageServer } from "./support/page-server.ts";

const letter = join(import.meta.dirname, "../../demo/dossier/2025-12-09-brief.eml");

/** Attached bytes that nobody reads: what makes a mailbox large and costs little to take in. */
const attached = `${"QUFB".repeat(19)}\n`.repeat(430);

/** A mailbox of so many bytes, as a mail program writes one. */
const mailbox = (bytes: number): string => {
  const messages: string[] = [];
  for (let at = 0, size = 0; size < bytes; at++) {
    const message =
      `From someone@zonnewijzer.example Mon Sep  1 10:00:00 2025\nFrom: Someone <someone@zonnewijzer.example>\n` +
      `Subject: Bericht ${at}\nDate: Mon, 1 Sep 2025 10:00:00 +0000\nMessage-ID: <box-${at}@zonnewijzer.example>\n` +
      `Content-Type: multipart/mixed; boundary=deel\n\n--deel\n\nRegel van bericht ${at}.\n--deel\n` +
      `Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n` +
      `Content-Disposition: attachment; filename=blad.bin\n\n${attached}--deel--\n\n`;
    messages.push(message);
    size += message.length;
  }
  return messages.join("");
};

describeWithBrowser("putting files in by the Vault's page", () => {
  let server: PageServer;
  let watched: Watched;
  let page: Page;
  const folder = newFolder("put-in");

  beforeAll(async () => {
    server = await startPageServer({ withLaw: false });
    const context = await openContext(await openBrowser(), { viewport: { width: 1440, height: 900 }, locale: "nl-NL" });
    watched = await openWatched(context, server.url, server.wayIn("/vault"));
    page = watched.page;
    await page.getByRole("button", { name: "Bestanden toevoegen" }).click();
  });
  afterAll(async () => {
    await watched?.page.context().close();
    await server?.stop();
  });
  const chosen = () => page.locator('input[type="file"]:not([webkitdirectory])');
  const report = () => page.getByRole("region", { name: "Wat er van de bestanden geworden is" });
  const done = (said: string) => page.getByText(said, { exact: true }).waitFor();
  /** Calls to append a piece, of which chance or a test lets some fail. */
  const pieces = "**/pincite.vault.v1.VaultUploadService/AppendUpload";

  it("takes files in, says what became of them by reason, and shows them in the list", async () => {
    writeFileSync(join(folder, "foto.jpg"), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]));
    writeFileSync(join(folder, "leeg.pdf"), "%PDF-1.7 that is none");
    await chosen().setInputFiles([letter, join(folder, "foto.jpg"), join(folder, "leeg.pdf")]);
    await done("3 van 3 bestanden");
    await report().getByText("1 opgenomen").waitFor();
    await report().getByText("het is een afbeelding die niet geopend kan worden").waitFor();
    for (const words of ["2 geweigerd", "foto.jpg", "leeg.pdf"])
      await soon(() => report().innerText()).toContain(words);
    await picture(page, "put-in-report");
    expect(await accessFaults(page)).toEqual([]);
    await page.getByRole("button", { name: /Brief: vervallen thuiswerkdag/ }).waitFor();
    await page.getByRole("button", { name: "Documenten" }).click();
    // The protocol's own name of a format, `email`, stood here.
    const aside = page.getByRole("region", { name: "Documenten" }).locator(".row-aside").first();
    await aside.waitFor();
    await soon(() => aside.innerText()).toBe("e-mail");
    const { docs } = await server.docs.listDocs({});
    const original = readFileSync(letter);
    expect(docs.map(({ path }) => path)).toEqual(["2025-12-09-brief.eml"]);
    expect(original.length).toBeGreaterThan(0);
  });

  it("sends a mailbox in pieces, and goes on by itself where the connection broke", async () => {
    writeFileSync(join(folder, "box.mbox"), mailbox(5_000_000));
    const offsets: number[] = [];
    let broken = 0;
    await page.route(pieces, async (route) => {
      offsets.push(route.request().postDataBuffer()?.length ?? 0);
      // The third piece meets a broken line, twice.
      if (offsets.length === 3 || offsets.length === 4) {
        broken++;
        return route.abort("connectionreset");
      }
      return route.continue();
    });
    await chosen().setInputFiles([join(folder, "box.mbox")]);
    await page.getByText("De verbinding brak. Wat verstuurd is, blijft; het gaat vanzelf verder.").waitFor();
    await picture(page, "put-in-broken");
    await done("1 van 1 bestanden");
    await page.unroute(pieces);
    // Five pieces of 1 MiB and two that were lost: nothing that was there was sent again.
    expect([broken, offsets.length]).toEqual([2, 7]);
    await report().getByText("1 geopend, met wat erin zat").waitFor();
    const { threads } = await server.threads.listThreads({ pageSize: 200 });
    expect(threads.length).toBeGreaterThan(100);
    watched.complaints.splice(0);
  });

  it("stops when told to, and goes on from there", async () => {
    writeFileSync(join(folder, "more.mbox"), mailbox(5_000_000).replaceAll("box-", "more-"));
    let sent = 0;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(pieces, async (route) => {
      sent++;
      if (sent === 3) await held;
      return route.continue().catch(() => undefined);
    });
    await chosen().setInputFiles([join(folder, "more.mbox")]);
    await soon(() => sent).toBe(3);
    await page.getByRole("button", { name: "Stoppen" }).click();
    await page.getByText("Gestopt. Wat is opgenomen, blijft; ga door wanneer u wilt.").waitFor();
    letGo();
    await page.getByRole("button", { name: "Doorgaan" }).click();
    await done("1 van 1 bestanden");
    expect(sent).toBeLessThanOrEqual(6);
    await page.unroute(pieces);
  });

  it("knows bytes again, and takes whole folders with their paths", async () => {
    await chosen().setInputFiles([letter]);
    await report().getByText("1 al bekend").waitFor();
    mkdirSync(join(folder, "dossier/2025"), { recursive: true });
    writeFileSync(join(folder, "dossier/2025/notitie.txt"), "Een notitie van maart.");
    await page.locator('input[type="file"][webkitdirectory]').setInputFiles(join(folder, "dossier"));
    await report().getByText("1 opgenomen").waitFor();
    const { docs } = await server.docs.listDocs({ docTypes: ["text"] });
    expect(docs.map(({ path }) => path)).toEqual(["dossier/2025/notitie.txt"]);
    expect(watched.outside).toEqual([]);
  });

  it("asks for the password of a locked file and opens it with the right one", async () => {
    const locked = join(import.meta.dirname, "../vault/locked/files/standard.docx");
    await chosen().setInputFiles([locked]);
    await page.getByText("1 bestand is beveiligd met een wachtwoord.", { exact: true }).waitFor();
    for (const password of ["mis", "geheim é"]) {
      await page.getByLabel("Wachtwoord", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Open met dit wachtwoord" }).click();
      await done("1 van 1 bestanden");
      if (password === "mis") await page.getByRole("button", { name: "Open met dit wachtwoord" }).waitFor();
    }
    await report().getByText("1 opgenomen", { exact: true }).waitFor();
    expect(await page.getByText("1 bestand is beveiligd").count()).toBe(0);
    expect(await page.content()).not.toContain("geheim");
  });
});
