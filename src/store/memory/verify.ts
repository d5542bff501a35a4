import { encodeEvent } from "../event-chain.ts";
import type { StoredEvent, VerifyReport } from "../store.ts";
import { emptyHead } from "../store.ts";
import type { OwnerData } from "./owner-data.ts";

/** Hashes every blob and follows every chain. Memory does not rot, so a damage here is a bug of ours. */
export const verifyMemory = (
  owners: ReadonlyMap<string, OwnerData>,
  sha256Hex: (bytes: Uint8Array) => string,
): VerifyReport => {
  const report = { events: 0, blobs: 0, records: 0, damages: [] as string[] };
  for (const data of owners.values()) {
    report.events += data.events.filter((event) => event !== undefined).length;
    report.blobs += data.blobs.size;
    report.records += data.recordCount();
    for (const [digest, bytes] of data.blobs)
      if (sha256Hex(bytes) !== digest) report.damages.push(`artifact ${digest} has other bytes than its digest says`);
    for (const events of data.streams.values()) report.damages.push(...chainDamages(events));
  }
  return report;
};

const chainDamages = (events: readonly StoredEvent[]): string[] => {
  let prevHash = emptyHead.hash;
  const damages: string[] = [];
  for (const event of events) {
    const { hash } = encodeEvent(event.owner, event.stream, event.seq, event.prevHash, event);
    if (event.prevHash !== prevHash || hash !== event.hash)
      damages.push(`event ${event.seq} of stream ${event.stream} of ${event.owner} does not fit its chain`);
    prevHash = event.hash;
  }
  return damages;
};
