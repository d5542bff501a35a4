import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { foldText } from "../../src/span/fold.ts";
import { nearest } from "../../src/span/nearest.ts";
import { seeded } from "../span/sample-source.ts";
import { median } from "./measure.ts";
import type { BenchRow } from "./row.ts";

/** What is used of the peer: all places with the fewest errors, at most so many. */
interface Peer {
  default(text: string, pattern: string, errorsMax: number): { start: number; end: number; errors: number }[];
}
/** Named apart, so that the types are checked without it: it is measured where it is installed. */
const peerName = "approx-string-match";

const [quotes, rounds, errors] = [12, 5, 3];

/** A million characters of prose from a seed: words of a letter, with numbers so that no two stretches are alike. */
const proseOf = (random: () => number): string => {
  const words = "de werkgever heeft loon niet werknemer betaald september plan van aanpak re-integratie oordeel".split(
    " ",
  );
  let text = "";
  while (text.length < 1_000_000)
    text += `${words[Math.floor(random() * words.length)]} ${random() < 0.2 ? `${Math.floor(random() * 100_000)} ` : ""}`;
  return text.slice(0, 1_000_000);
};

/** One letter left out, one put in, one changed, far from one another. */
const misspelt = (quote: string): string =>
  `${quote.slice(0, 40)}${quote.slice(41, 90)}x${quote.slice(90, 150)}${quote[150] === "q" ? "z" : "q"}${quote.slice(151)}`;

/**
 * P10: the nearest passage to a quote of 200 characters with three edits in 1 MB, beside the library a user would pick.
 * The two take turns, quote by quote, and the best match must be the same one: its place and its number of edits.
 */
export const benchNearest = async (): Promise<BenchRow[]> => {
  const random = seeded(10);
  const text = foldText(proseOf(random)).text;
  const asked = Array.from({ length: quotes }, (_, number) => {
    const at = Math.floor(((number + random()) / quotes) * (text.length - 400));
    return misspelt(text.slice(at, at + 200));
  });
  const peer = (await import(peerName).catch(() => undefined)) as Peer | undefined;
  const [ours, theirs]: [number[], number[]] = [[], []];
  let same = 0;
  for (let round = -1; round < rounds; round++) {
    for (const quote of asked) {
      const [own, ownMs] = timedCall(() => nearest(text, quote, 3));
      const [others, otherMs] = timedCall(() => peer?.default(text, quote, errors) ?? []);
      if (round < 0) {
        const [best] = own;
        const isSame = others.some(
          (one) => one.start === best?.start && one.end === best.end && one.errors === best.distance,
        );
        same += isSame ? 1 : 0;
        continue;
      }
      ours.push(ownMs);
      theirs.push(otherMs);
    }
  }
  const own = median(ours);
  const target = "≥ 8× faster, the same best matches";
  if (peer === undefined) {
    return [
      {
        id: "P10",
        what: `nearest passage; ${peerName} is not installed`,
        figure: ms(own),
        floor: "–",
        ratio: Number.NaN,
        target,
      },
    ];
  }
  const what = `nearest passage, 200 characters, 3 edits, 1 MB; peer: ${peerName}; same best match for ${same} of ${quotes}`;
  return [{ id: "P10", what, figure: ms(own), floor: ms(median(theirs)), ratio: own / median(theirs), target }];
};

const timedCall = <T>(call: () => T): [T, number] => {
  const start = performance.now();
  const answer = call();
  return [answer, performance.now() - start];
};

const ms = (time: number): string => `${time.toFixed(3)} ms`;

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await benchNearest());
