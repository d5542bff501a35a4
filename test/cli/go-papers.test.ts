import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { bindingOf } from "../../src/client/passages.ts";
import { RunDriver } from "../e2e/support/run-driver.ts";
import { importFiles, startTestServer, type TestServer } from "../e2e/support/server.ts";
import { late, tenMails } from "../support/late-dossier.ts";
import { newFolder } from "../support/new-folder.ts";
import { cli } from "./support/cli.ts";

const folder = newFolder("go-papers");
const demo = fileURLToPath(new URL("../../demo/", import.meta.url));
const claims = [
  "Esther Hoog zegde toe dat de bonus over 2025 in maart wordt betaald.",
  "Ik was vaak op zaterdag in het magazijn.",
  "Noor Bos werkte in 2025 veertig zaterdagen in het magazijn.",
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A paper of hers as a file. */
const put = (name: string, bytes: Uint8Array | string): string => {
  const path = join(folder, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, bytes);
  return path;
};

const env = () => ({ PINCITE_URL: server.url, PINCITE_LANG: "nl" });

/** Runs `run go` for somebody who types these answers and then nothing, and gives what was asked. */
const answered = async (
  run: string,
  answerTo: (question: string, asked: readonly string[]) => string | undefined,
): Promise<{ readonly out: string; readonly asked: readonly string[] }> => {
  const asked: string[] = [];
  const { out, err, code } = await cli(["run", "go", run], {
    env: env(),
    cwd: folder,
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(asked.length > 200 ? undefined : answerTo(question, asked));
    },
  });
  expect([err, code]).toEqual(["", 0]);
  return { out, asked };
};

/** A run whose claims wait for a passage, in a strand of its own. */
const seeking = async (strand: string): Promise<RunDriver> => {
  await importFiles(server, tenMails, strand);
  return RunDriver.seeking(server, strand, "De bonus krijgen.", claims);
};

it("takes a paper at the question which passage says it, and asks the same with the new passages before her", async () => {
  const run = await seeking("vraag");
  const path = put("gevonden stukken/uren van Noor.eml", late.better.bytes);
  const turns = new Map([
    ["1", ["1"]],
    ["2", [`stuk: ${folder}/er niet.eml`, "stuk:", "zoek: printer", `paper: "${path}"`, "1"]],
    ["3", ["1"]],
  ]);
  const { out, asked } = await answered(run.runId, (question) => {
    const [, number = ""] = /bewijsvraag (\d): welke passage/u.exec(question) ?? [];
    return turns.get(number)?.shift();
  });
  const ofSlots = asked.flatMap((one) => /bewijsvraag (\d): welke passage/u.exec(one)?.[1] ?? []);
  // What was chosen is not asked again; what could not be taken is asked again.
  expect(ofSlots).toEqual(["1", "2", "2", "2", "2", "2", "3"]);
  expect(asked.filter((one) => one.includes("Nog een stuk gevonden?"))).toEqual([asked[0]]);
  expect(out).toContain(`er is geen bestand of map ${folder}/er niet.eml`);
  expect(out).toContain("Welk stuk? Typ het pad");
  expect(out).toMatch(/uren van Noor\.eml: opgenomen {2}vault:/u);
  const [before = "", after = ""] = out.split("uren van Noor.eml: opgenomen");
  expect(before).not.toContain("veertig zaterdagen in het magazijn.”");
  expect(after).toContain("Stap 3 van 6");
  expect(after).toMatch(/Volgens de lijst werkte Noor Bos in 2025/u);
  // What she had looked for is looked for again, and its first passage is what her 1 means.
  const { choices } = await run.read();
  expect(choices.map(({ slotId }) => slotId)).toEqual(["slot:1", "slot:2", "slot:3"]);
  const quoteOf = async (slotId: string) => {
    const { slots } = await server.orchestrator.listCandidates({ runId: run.runId, slotIds: [slotId] });
    return slots[0]?.standing?.locator?.exactQuote;
  };
  expect(await quoteOf("slot:2")).toMatch(/printer/u);
  expect(await quoteOf("slot:3")).toMatch(/Volgens de lijst/u);
});

it("loses nothing that was typed before the paper, and asks what comes behind it", async () => {
  const strand = "brief";
  await cli(["vault", "import", `${demo}dossier`, "--strand", strand], { env: env() });
  const list = (await cli(["vault", "list", "--strand", strand], { env: env() })).out;
  const letter = /vervallen thuiswerkdag\s+(vault:[0-9a-f]+)/u.exec(list)?.[1] ?? "";
  await cli(
    ["run", "new", "--profile", "email-reply", "--strand", strand, "--on", "2025-12-15", "--answered", letter],
    { env: env() },
  );
  const path = put("nog een mail.eml", late.found.bytes);
  const isPaper = (asked: readonly string[], words: RegExp): boolean =>
    asked.filter((one) => words.test(one)).length === 1;
  const { out, asked } = await answered("latest", (question, all) => {
    if (question.includes("Wat wilt u"))
      return all.filter((one) => one.includes("Wat wilt u")).length > 1 ? "" : "Mijn thuiswerkdag terug.";
    if (question.includes("Wat mag er niet"))
      return isPaper(all, /Wat mag er niet/u) ? `stuk: ${path}` : "Niets over mijn rug.";
    if (question.includes("nooit een schriftelijke")) return "onjuist: op 17 maart 2025 is het toegezegd";
    if (question.includes("juist, onjuist"))
      return all.filter((one) => one.includes("juist, onjuist")).length === 2 ? `stuk: ${path}` : "weet-niet";
    if (question.includes("Uw antwoord in woorden")) return undefined;
    return question.includes("[j/n") ? "j" : "";
  });
  expect(asked.filter((one) => one.includes("Wat wilt u"))).toHaveLength(1);
  expect(asked.filter((one) => one.includes("nooit een schriftelijke"))).toHaveLength(1);
  expect(out).toMatch(/nog een mail\.eml: opgenomen/u);
  // The same paper a second time is nothing new: the question is asked again, and no step is shown.
  expect(out).toMatch(/nog een mail\.eml: was er al/u);
  expect(out).toMatch(/Mijn thuiswerkdag terug\./u);
  expect(out).toMatch(/stelling \d: Op 17 maart 2025 is het toegezegd\./u);
});

it("takes papers behind `run go` where nobody is asked, alone, and says what was refused and why", async () => {
  const run = await seeking("niemand");
  const go = (...words: string[]) => cli(["run", "go", run.runId, ...words], { env: env(), cwd: folder });
  const first = await go();
  expect(first.out).toContain("pincite run go ");
  expect(first.out).toContain('"stuk=pad/naar/bestand"');

  const { version } = await run.read();
  const none = await go("stuk=er niet.eml");
  expect([none.code, none.err]).toEqual([2, expect.stringContaining("er is geen bestand of map")]);
  const path = put("map met stukken/uren.eml", late.better.bytes);
  const both = await go(`stuk=${path}`, "bewijsvraag:1=1");
  expect([both.code, both.err]).toEqual([2, expect.stringContaining(`stuk=${path}`)]);
  expect((await run.read()).version).toBe(version);
  const { docs } = await server.docs.listDocs({ strandId: "niemand", pageSize: 200 });
  expect(docs).toHaveLength(tenMails.length);

  put("map met stukken/leeg.pdf", "geen pdf");
  const taken = await go(`paper: ${basename(join(path, ".."))}`);
  expect(taken.out).toMatch(
    /uren\.eml: opgenomen[\s\S]*leeg\.pdf: GEWEIGERD \([\s\S]*Stap 3 van 6[\s\S]*Volgens de lijst/u,
  );
  expect([taken.code, taken.err]).toEqual([2, expect.stringContaining("geweigerd")]);
  expect((await run.read()).state).toBe(OrchestratorState.EVIDENCE_NEEDS);
});

it("tells what a paper changes, and asks again, beside a letter that is done but for its last yes", async () => {
  const run = await seeking("laat");
  const path = put("correctie.eml", late.takenBack.bytes);
  const isLast = (one: string): boolean => one.includes("zoals hij er staat");
  const { out, asked } = await answered(run.runId, (question, all) => {
    if (question.includes("welke passage")) return "1";
    if (isLast(question)) return all.filter(isLast).length === 1 ? `stuk: ${path}` : undefined;
    return question.includes("[j/n") ? "j" : "";
  });
  expect(asked.filter(isLast)).toHaveLength(2);
  const behind = out.split("correctie.eml: opgenomen")[1] ?? "";
  expect(behind).toMatch(/geldt niet meer/u);
  expect(behind).not.toContain("Stap 6 van 6");
});

it("ends what is told of a late paper where she says that she keeps her choice, in a line or at the question", async () => {
  for (const way of ["line", "question"]) {
    const run = await seeking(way);
    const { slots } = await server.orchestrator.listCandidates({ runId: run.runId });
    for (const { slotId, candidates } of slots) {
      const [passage] = candidates;
      if (!passage) throw new Error(`no passage for ${slotId}`);
      const choice = { case: "binding", value: bindingOf(slotId, passage) } as const;
      await server.orchestrator.chooseEvidence({ ...run.command(), slotId, choice });
      await run.read();
    }
    const path = put(`${way}/correctie.eml`, late.takenBack.bytes);
    const told = (await cli(["run", "go", run.runId, `stuk=${path}`], { env: env() })).out;
    expect(told).toMatch(/van uw stellingen is er iets nieuws:/u);
    const [, typed = ""] = /pincite run go \S+ (bewijsvraag:1=houd)$/mu.exec(told) ?? [];
    expect(typed).not.toBe("");
    const before = (await run.read()).choices;
    if (way === "line") expect((await cli(["run", "go", run.runId, typed], { env: env() })).err).toBe("");
    else await answered(run.runId, (question) => (question.includes("houdt u wat u koos") ? "j" : undefined));
    const { lateChanges } = await server.orchestrator.getRun({ runId: run.runId, withLatePapers: true });
    expect(lateChanges, way).toEqual([]);
    const slotsOf = (all: typeof before): string[] => all.map(({ slotId }) => slotId).toSorted();
    expect(slotsOf((await run.read()).choices)).toEqual(slotsOf(before));
  }
});
