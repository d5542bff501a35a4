import { parentPort } from "node:worker_threads";
import { cutNetwork } from "../../confined/cut-network.ts";
import { readUnits } from "../import/read-units.ts";
import { type DropRequest, type MoreRequest, type ReadRequest, type ThreadMessage, unitToWire } from "./wire.ts";

/** The thread in which files are read, one after another; its death takes nothing along but the file it was at. */

/** Answers that may be on their way before the other side has taken one: keeps a mailbox from piling up in memory. */
const ahead = 64;

cutNetwork();
const port = parentPort;
if (port === null) throw new Error("thread.ts runs as a worker thread only");

const say = (message: ThreadMessage, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

/** Files to read, in the order in which they came; and how many answers each may still send. */
const waiting: ReadRequest[] = [];
const credit = new Map<number, number>();
/** Of those that are waiting or being read, the ones that nobody waits for. */
const dropped = new Set<number>();
let wake: (() => void) | undefined;

port.on("message", (request: ReadRequest | MoreRequest | DropRequest) => {
  if (!("file" in request) && !credit.has(request.job)) return;
  if ("drop" in request) dropped.add(request.job);
  else credit.set(request.job, (credit.get(request.job) ?? 0) + ("more" in request ? request.more : ahead));
  if ("file" in request) waiting.push(request);
  wake?.();
});

const sleep = (): Promise<void> => new Promise((resolve) => (wake = resolve));

const read = async (request: ReadRequest): Promise<void> => {
  const isWhole = !dropped.has(request.job) && (await answer(request));
  credit.delete(request.job);
  dropped.delete(request.job);
  if (!isWhole) say({ job: request.job, say: "dropped" });
};

/** Gives all answers of a file; false when it was dropped before the last. */
const answer = async ({ job, file, importedAtIso, skip }: ReadRequest): Promise<boolean> => {
  const watch = {
    skip,
    begin: (place: number, path: string, sizeBytes: number) => {
      if (path !== file.path || place > 0) say({ job, say: "begin", place, path, sizeBytes });
    },
    picture: (pixels: number) => say({ job, say: "picture", pixels }),
  };
  for await (const unit of readUnits(file, importedAtIso, watch)) {
    const transfer: ArrayBuffer[] = [];
    // What bears the path of the file itself is its only answer, or the row that ends an archive.
    const last = unit.path === file.path;
    say({ job, say: "unit", last, unit: unitToWire(unit, file.bytes, transfer) }, transfer);
    if (last) return true;
    credit.set(job, (credit.get(job) ?? 0) - 1);
    while ((credit.get(job) ?? 0) <= 0 && !dropped.has(job)) await sleep();
    if (dropped.has(job)) return false;
  }
  return true;
};

/** Name and place of a bug, without its message, which may hold words of the file. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error;
  const place = /([\w.-]+:\d+):\d+\)?$/m.exec(
    error.stack?.split("\n").find((line) => line.startsWith("    at ")) ?? "",
  );
  return `${error.name} at ${place?.[1] ?? "an unknown place"}`;
};

say({ job: 0, say: "ready" });

for (;;) {
  const next = waiting.shift();
  if (next === undefined) await sleep();
  else await read(next).catch((error: unknown) => say({ job: next.job, say: "bug", message: wordsOf(error) }));
}
