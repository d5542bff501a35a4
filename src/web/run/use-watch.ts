import { useEffect } from "react";
import { fromConnectError } from "../../wire/error.ts";
import type { Clients } from "./clients.ts";

/** Pauses between two attempts, in milliseconds: a restart takes seconds, and a server that is gone is not asked often. */
const pausesMs = [500, 1_000, 2_000, 5_000];

/** What cannot be mended by asking again. */
const final: ReadonlySet<string> = new Set(["RUN_NOT_FOUND", "UNAUTHENTICATED"]);

/** A watch that stood for so long was no attempt that failed, in milliseconds: what stands idle is cut by many a browser. */
const steadyMs = 10_000;

/**
 * Reads a run and then listens to it as long as the page shows it; after every break it reads once more. `read` gives the cursor
 * of what it read, from which the listening goes on; "": it could not be read, and the last event heard is where to go on.
 */
export const useWatch = (
  { orchestrator }: Clients,
  runId: string,
  read: () => Promise<string>,
  onEvent: (seq: number) => void,
  onLost: (error: unknown) => void,
): void => {
  useEffect(() => {
    const stop = new AbortController();
    const listen = async (): Promise<void> => {
      let cursor = "";
      for (let failures = 0; !stop.signal.aborted; ) {
        let since = performance.now();
        try {
          cursor = (await read()) || cursor;
          since = performance.now();
          for await (const event of orchestrator.watchRun({ runId, cursor }, { signal: stop.signal })) {
            failures = 0;
            ({ cursor } = event);
            onEvent(event.seq);
          }
        } catch (error) {
          if (stop.signal.aborted) return;
          if (performance.now() - since > steadyMs) failures = 0;
          const { reason } = fromConnectError(error);
          if (reason === "CURSOR_INVALID") cursor = "";
          if (failures > 0 || final.has(reason)) onLost(error);
          if (final.has(reason)) return;
        }
        await pause(pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0);
        failures += 1;
      }
    };
    void listen();
    return () => stop.abort();
  }, [orchestrator, runId, read, onEvent, onLost]);
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
