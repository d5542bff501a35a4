import { readFileSync } from "node:fs";
import { readBwb } from "../../src/lawbot/nl/bwb/read-bwb.ts";

/**
 * Run as a process of its own: reads a regulation of about so many megabytes, made of the titles of a real one with their
 * articles numbered on, and prints what it took as one line of numbers: MB of XML, peak MB of memory above the start, ms, units.
 */
const [file = "", megabytes = "10"] = process.argv.slice(2);
const xml = readFileSync(file, "utf8");
const from = xml.indexOf("<titeldeel");
const to = xml.lastIndexOf("</titeldeel>") + "</titeldeel>".length;
const part = xml.slice(from, to);
const copies = Math.max(1, Math.round((Number(megabytes) * 1_000_000) / part.length));
const pieces = [Buffer.from(xml.slice(0, from))];
for (let copy = 0; copy < copies; copy++)
  pieces.push(
    Buffer.from(
      part.replaceAll(
        /<nr>(\d+)([a-z]*)<\/nr>/g,
        (_, digits, letters) => `<nr>${Number(digits) + copy * 2_000}${letters}</nr>`,
      ),
    ),
  );
pieces.push(Buffer.from(xml.slice(to)));
const bytes = Buffer.concat(pieces);
pieces.length = 0;
globalThis.gc?.();
const before = process.memoryUsage().rss;
const start = performance.now();
const reading = readBwb(bytes, { path: "", validFrom: "2012-10-01" });
const duration = performance.now() - start;
const peak = process.resourceUsage().maxRSS * 1_024 - before;
console.log([bytes.length / 1e6, peak / 1e6, duration, reading.units.length].map((each) => each.toFixed(1)).join(" "));
