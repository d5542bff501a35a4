import type { Step, Wanted } from "../port/official-service.ts";
import { cancelled } from "./fetch-faults.ts";
import { type Asking, type DownloadParts, Trip } from "./trip.ts";

/**
 * Gets one file, whole, of the right kind, within its limits; undefined where the service has none (404, 410). One request
 * at a time, at the service's pace. A redirect is followed on the same host only; when the service asks to wait, we do,
 * within bounds; a cut download goes on where it ended if the server vouches that it is still the same file, now or at the
 * next call. Errors: UPSTREAM_UNAVAILABLE, LIMIT_EXCEEDED, IMPORT_REFUSED, CANCELLED.
 */
export async function* download(
  wanted: Wanted,
  asking: Asking,
  parts: DownloadParts,
): AsyncGenerator<Step, Uint8Array | undefined> {
  const trip = new Trip(wanted, asking, parts);
  for (;;) {
    const end = await parts.pace.turn(asking.requestGapMs, asking.signal).catch(() => Promise.reject(cancelled()));
    try {
      const outcome = yield* trip.once();
      if (outcome === "again") continue;
      return outcome === "absent" ? undefined : outcome;
    } finally {
      end();
    }
  }
}
