import { kindRegistry } from "../../../src/cli/proto/files.ts";
import { type RunRecording, readRecording } from "../../../src/engine/replay/recording.ts";
import { type ReplayParts, type ReplayReport, replayRun } from "../../../src/engine/replay/replay-run.ts";
import { openMemoryStore } from "../../../src/store/memory/memory-store.ts";
import { examineDraft } from "../../support/draft-check.ts";
import type { TestEngine } from "../support.ts";

export const replayParts = (change: Partial<ReplayParts> = {}): ReplayParts => ({
  openScratch: (clock) => openMemoryStore({ clock }),
  checkDraft: examineDraft,
  kinds: kindRegistry(),
  ...change,
});

export const recordingOf = (test: TestEngine, runId: string): Promise<RunRecording> =>
  readRecording(test.parts.store, test.parts.owner, runId);

/** Derives a run of a test again, with nothing of what made it but its store. */
export const replayed = async (
  test: TestEngine,
  runId: string,
  change: Partial<ReplayParts> = {},
): Promise<ReplayReport> => replayRun(await recordingOf(test, runId), replayParts(change));
