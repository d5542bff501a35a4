import { loadavg } from "node:os";
import { create } from "@bufbuild/protobuf";
import { CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { ImportedItem_Outcome as Outcome } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { sha256 } from "../../../src/sha256.ts";
import { openSource, type SpanSource } from "../../../src/span/source.ts";
import { verifySpan } from "../../../src/span/verify.ts";
import { type CampaignRow, runCampaign } from "../../span/campaign/campaign.ts";
import { said } from "../../span/campaign/said.ts";
import { docUid, outcomeName, resolve } from "../../span/sample-source.ts";
import { openTestVault } from "../../vault/vault-fixture.ts";
import { type SeededRandom, seededRandom } from "../hostile/random.ts";
import { damaged } from "./damaged.ts";
import { type MadeFile, madeFiles } from "./made-files.ts";

/** What R9 asks of each file: seconds to its end and MiB above what stood before. */
const [secondsMax, aboveMax] = [2, 256];
/** One in four ways to change a quote does not apply to every kind: so much more is asked for. */
const applies = 4 / 3;
/** Of pictures one in so many is tried: reading one takes seconds of the processor. */
const picturesOneIn = 40;

type OpenVault = Awaited<ReturnType<typeof openTestVault>>;

/** What became of a file: its rows, and the texts of the documents that were made of it. */
const imported = async ({ vault }: OpenVault, strandId: string, made: MadeFile) => {
  const rows: { readonly path: string; readonly outcome: Outcome; readonly reason: string; readonly docUid: string }[] =
    [];
  const passwords = made.password === "" ? [] : [made.password];
  const given = [{ path: made.path, mediaType: "", bytes: made.bytes }];
  for await (const row of vault.importFiles(strandId, given, { passwords })) rows.push(row);
  const strand = await vault.strand(strandId);
  const texts: SpanSource[] = [];
  for (const row of rows) if (row.outcome === Outcome.IMPORTED) texts.push(await strand.text(row.docUid));
  return { rows, texts };
};

/** The text as the campaign of spans asks for it. */
const askable = ({ canonical }: SpanSource): SpanSource =>
  openSource(create(CanonicalTextSchema, { ...canonical, docUid }), sha256);

/** Quotes of each kind's texts, changed in every way that is known: false where words were taken that do not stand there. */
const mutated = async (files: readonly MadeFile[], mutations: number, seed: number): Promise<boolean> => {
  const opened = await openTestVault();
  const byKind = new Map<string, SpanSource[]>();
  for (const [n, made] of files.entries()) {
    const { rows, texts } = await imported(opened, `kind-${n}`, made);
    byKind.set(made.kind, [...(byKind.get(made.kind) ?? []), ...texts.map(askable)]);
    if (texts.length === 0) console.log(`${made.path}: NOT READ: ${rows.map(({ reason }) => reason).join("; ")}`);
  }
  const isRead = [...byKind.values()].every((texts) => texts.length > 0);
  const classes = runCampaign([], 0, seed).length;
  const perClass = Math.ceil((mutations * applies) / classes / byKind.size);
  let [tried, accepts, rejects] = [0, 0, 0];
  for (const [kind, texts] of byKind) {
    const rows = runCampaign(
      texts.map((source) => ({ set: kind, source, said: said(source.text) })),
      perClass,
      seed,
    );
    const all = (count: (row: CampaignRow) => number): number => rows.reduce((sum, row) => sum + count(row), 0);
    // What a machine read is never taken as it stands, so that nothing is rejected there either.
    const own = kind === "picture" ? 0 : all((row) => row.falseRejects);
    const exact = all((row) => row.exact);
    const falseOnes = all((row) => row.falseAccepts) + (kind === "picture" ? exact : 0);
    console.log(
      `${kind}: ${texts.length} texts, ${all((row) => row.tried)} mutations, ${falseOnes} false accepts, ${own} false rejects`,
    );
    for (const row of rows)
      if (row.falseAccepts > 0) for (const what of row.failures) console.error(`${kind}: ${row.mutation}: ${what}`);
    [tried, accepts, rejects] = [tried + all((row) => row.tried), accepts + falseOnes, rejects + own];
  }
  console.log(
    `kinds: ${tried} mutations of ${byKind.size} kinds, ${accepts} false accepts, ${rejects} false rejects, seed ${seed}`,
  );
  return accepts === 0 && isRead;
};

/** Words that can be quoted: those of units, behind the head of a message or the number of a paragraph; of a text without units its lines. */
const quotable = ({ canonical, codePoints }: SpanSource): string[] => {
  const units = canonical.units.filter((unit) => unit.quotable && !unit.path.startsWith("/machine-read"));
  const stretches =
    units.length === 0
      ? canonical.text.split("\n")
      : units.map(
          ({ quotableStartChar, endChar }) =>
            codePoints.slice(quotableStartChar, endChar).trim().split("\n", 1)[0] ?? "",
        );
  return stretches.map((words) => words.trim()).filter((words) => words.length >= 20);
};

/** Whether each of some quotes of a text is found in it where it stands, and holds. */
const quotesHold = (source: SpanSource, random: SeededRandom): boolean => {
  const quotes = quotable(source);
  for (let n = 0; n < 3 && quotes.length > 0; n++) {
    const resolution = resolve(source, random.pick(quotes));
    if (outcomeName(resolution) === "NOT_FOUND") return false;
    for (const span of resolution.spans)
      if (source.codePoints.slice(span.startChar, span.endChar) !== span.excerpt || verifySpan(source, span, sha256))
        return false;
  }
  return true;
};

/** A fault of the program, where a file should be refused in words. */
const isFault = (reason: string): boolean => /has a fault|ended the reader/.test(reason);

const megabyte = 1024 * 1024;

/** So many damaged files, each imported: false where one brings out a fault, costs more than R9 allows, or gives a text whose quotes do not hold. */
const fuzzed = async (files: readonly MadeFile[], count: number, random: SeededRandom): Promise<boolean> => {
  const figures = new Map<
    string,
    { tried: number; read: number; refused: number; ms: number; mib: number; wall: number }
  >();
  let isFine = true;
  let opened = await openTestVault();
  for (let n = 0; n < count; n++) {
    // A Vault keeps what it took in: a new one now and then, so that memory tells of the files alone.
    if (n % 200 === 199) opened = await openTestVault();
    const made = random.pick(files);
    if (made.kind === "picture" && !random.chance(1 / picturesOneIn)) continue;
    const bytes = damaged(made.bytes, random);
    const before = { memory: process.memoryUsage.rss(), cpu: process.cpuUsage(), at: performance.now() };
    let peak = before.memory;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
    const { rows, texts } = await imported(opened, `fuzz-${n % 200}`, { ...made, bytes });
    clearInterval(watch);
    const { user, system } = process.cpuUsage(before.cpu);
    const one = figures.get(made.kind) ?? { tried: 0, read: 0, refused: 0, ms: 0, mib: 0, wall: 0 };
    const [ms, mib] = [(user + system) / 1000, (peak - before.memory) / megabyte];
    const wall = performance.now() - before.at;
    one.tried++;
    if (texts.length > 0) one.read++;
    else one.refused++;
    figures.set(made.kind, {
      ...one,
      ...{ ms: Math.max(one.ms, ms), mib: Math.max(one.mib, mib), wall: Math.max(one.wall, wall) },
    });
    const faults = rows.filter(({ reason }) => isFault(reason));
    const isMute = rows.length === 0 || rows.some((row) => row.outcome === Outcome.REFUSED && row.reason === "");
    const holds = texts.map(askable).every((text) => quotesHold(text, random));
    const tooDear = made.kind !== "picture" && (ms > secondsMax * 1000 || mib > aboveMax);
    if (faults.length === 0 && !isMute && holds && !tooDear) continue;
    isFine = false;
    console.error(
      `${made.path}, number ${n}: ${faults.map(({ reason }) => reason).join("; ")}${isMute ? " no word of it" : ""}${holds ? "" : " a quote of it does not hold"}${tooDear ? ` ${Math.round(ms)} ms, +${Math.round(mib)} MiB` : ""}`,
    );
  }
  for (const [kind, { tried, read, refused, ms, mib, wall }] of figures)
    console.log(
      `${kind}: ${tried} damaged files, ${read} read, ${refused} refused; at most ${(ms / 1000).toFixed(2)} s of the processor (${(wall / 1000).toFixed(1)} by the clock), +${Math.round(mib)} MiB`,
    );
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
  return isFine;
};

/**
 * `npm run campaign -- kinds [mutations] [files] [seed]`: chats, mailboxes of Outlook and Apple, Maildirs, archives, sheets, slides, texts, locked files and
 * pictures: quotes of them that were tampered with, and such files that were damaged. False where a tampered quote was taken, a damaged
 * file brought out a fault, was passed over without a word or cost more than R9 allows, or a quote of what was read of it does not hold.
 */
export const runKinds = async (given: readonly string[]): Promise<boolean> => {
  const [mutations = 10_000, files = 2_000, seed = 1] = given.map(Number);
  const random = seededRandom(seed);
  const made = await madeFiles(random);
  const isHeld = await mutated(made, mutations, seed);
  return (await fuzzed(made, files, random)) && isHeld;
};
