import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ConversationEntrySchema } from "../../../gen/pincite/memo/v1/conversation_pb.ts";
import { WordsSchema } from "../../../gen/pincite/memo/v1/words_pb.ts";
import {
  type ContextManifest,
  ContextManifestSchema,
  ModelAttemptSchema,
  UserPromptSchema,
} from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { ItemDecision } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecisionSchema, ToolRequestSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { fetchArtifact } from "../../client/artifact-store.ts";
import type { Connection } from "../../client/connection.ts";
import { searchResult } from "../../client/search-result.ts";
import type { Speech } from "../../messages/speech.ts";
import { searchLines } from "../print/candidates.ts";
import { decodedText } from "../print/message-text.ts";
import { shownParts } from "../print/prompt-parts.ts";
import { explainLines } from "../print/tool-call.ts";
import { requestLine, resultLines } from "../print/turn.ts";
import { kindRegistry } from "../proto/files.ts";
import { enumWord } from "../text/enum-word.ts";
import { wrap } from "../text/plain.ts";
import { table } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import { paramsLines } from "../tool/shown-params.ts";

/** An event as a server tells of it. */
export interface ShownEvent {
  readonly seq: number;
  readonly timeIso: string;
  /** The event in a sentence, in English. */
  readonly description: string;
  readonly event: RunEvent;
}

/** Reads an event's artifacts and calls; writes nothing. Each line is evidence at worst, and is made safe where it is printed. */
export const eventLines = async (
  connection: Connection,
  { event }: ShownEvent,
  speech: Speech,
): Promise<readonly string[]> => {
  const about = await aboutEvent({ connection, speech, event });
  return [...about, ...(about.length > 0 && event.artifacts.length > 0 ? [""] : []), ...recordedLines(event, speech)];
};

interface Reading {
  readonly connection: Connection;
  readonly speech: Speech;
  readonly event: RunEvent;
}

const aboutEvent = async (reading: Reading): Promise<readonly string[]> => {
  const { connection, speech, event } = reading;
  const { phrase } = speech;
  switch (event.event.case) {
    case "turnStarted": {
      const prompt = await recorded(reading, UserPromptSchema);
      return prompt?.text ? [phrase("screen.what-was-asked"), ...indented(wrap(visible(prompt.text)))] : [];
    }
    case "attemptRecorded":
      return attemptLines(reading);
    case "toolRequested": {
      const request = await recorded(reading, ToolRequestSchema);
      if (!request) return [];
      const why = visible(request.reason) || phrase("screen.no-reason-given");
      return [
        requestLine(request, speech),
        phrase("screen.why", { why }),
        `${phrase("screen.parameters")}:`,
        ...indented(paramsLines(request.params)),
      ];
    }
    case "toolFinished":
      return callLines(reading, event.event.value.requestId);
    case "turnEnded": {
      const said = await recorded(reading, ConversationEntrySchema);
      return said?.text ? [phrase("screen.what-it-said"), ...indented(wrap(visible(said.text)))] : [];
    }
    case "toolDecided": {
      const { decision, toolName, reasonWords } = event.event.value;
      const said = reasonWords && (await read(connection, reasonWords, WordsSchema));
      const word = speech.sentence(enumWord(ToolDecisionSchema, decision));
      return [`${toolName}: ${word}`, ...indented(wrap(visible(said?.text ?? event.event.value.reason)))];
    }
    case "itemsDecided":
      return table(
        event.event.value.items.map(({ itemId, decision, lookFingerprints, shownDigests }) => [
          phrase(decision === ItemDecision.CONFIRM ? "item.confirmed" : "screen.rejected"),
          speech.itemName(itemId),
          [
            ...(lookFingerprints.length > 0
              ? [phrase("screen.looks-named", { lookFingerprintsCount: lookFingerprints.length })]
              : []),
            ...(shownDigests.length > 0 ? [phrase("screen.compared", { count: shownDigests.length })] : []),
          ].join(", "),
        ]),
      );
    case "proposalRecorded":
      return event.event.value.proposal ? decoded(connection, event.event.value.proposal, speech) : [];
    case "runRewound": {
      const { reasonWords, reason } = event.event.value;
      const said = reasonWords && (await read(connection, reasonWords, WordsSchema));
      return wrap(visible(said?.text ?? reason));
    }
    default:
      return [];
  }
};

/** How a call ended, what it found, and the six answers about it. */
const callLines = async ({ connection, speech }: Reading, id: string): Promise<string[]> => {
  const explained = await connection.tools.explainToolCall({ id });
  const found = await searchResult(connection, explained.outputRef);
  return [
    ...(explained.result ? resultLines(explained.result, speech) : []),
    ...(found ? indented(searchLines(found, speech)) : []),
    "",
    ...explainLines(explained, speech),
  ];
};

/** What the model was shown, part by part, and what it answered, whatever became of it. */
const attemptLines = async (reading: Reading): Promise<string[]> => {
  const { connection, speech } = reading;
  const { phrase, sentence } = speech;
  const attempt = await recorded(reading, ModelAttemptSchema);
  if (!attempt) return [];
  const manifest = attempt.manifest && (await read(connection, attempt.manifest, ContextManifestSchema));
  const shown = (manifest?.entries ?? []).map(({ reason, ref, shownChars }) => [
    reason,
    phrase("screen.characters", { shownChars }),
    ref?.kind ?? "",
    ref?.digest.slice(0, 12) ?? "",
  ]);
  const answer = attempt.rawOutput && (await fetchArtifact(connection, attempt.rawOutput.digest)).content;
  return [
    attempt.model,
    ...(attempt.firstFailure === ""
      ? []
      : [phrase("screen.refused-3", { firstFailure: sentence(attempt.firstFailure) })]),
    phrase("screen.what-it-was-shown"),
    ...indented(table(shown)),
    ...(manifest ? await partLines(connection, manifest, speech) : []),
    ...(answer
      ? ["", phrase("screen.what-it-answered"), ...indented(new TextDecoder().decode(answer).split("\n"))]
      : []),
  ];
};

/** Both texts that went to the model, part by part, each character as it was sent. */
const partLines = async (connection: Connection, manifest: ContextManifest, { phrase }: Speech): Promise<string[]> => {
  const textOf = async (ref: ArtifactRef | undefined): Promise<string> =>
    ref ? new TextDecoder().decode((await fetchArtifact(connection, ref.digest)).content) : "";
  const texts = { systemPrompt: await textOf(manifest.systemPrompt), prompt: await textOf(manifest.prompt) };
  const parts = shownParts(manifest, texts);
  return parts.flatMap(({ name, start, end, isSystem, text }) => [
    "",
    isSystem
      ? phrase("screen.instructions-characters-to", { name, start, end })
      : phrase("screen.prompt-characters-to", { name, start, end }),
    ...indented(text.split("\n").map(visible)),
  ]);
};

/** The event's own artifact of a kind. */
const recorded = async <D extends DescMessage>(
  { connection, event }: Reading,
  schema: D,
): Promise<MessageShape<D> | undefined> => {
  const ref = event.artifacts.find((one) => one.ref?.kind === schema.typeName)?.ref;
  return ref && read(connection, ref, schema);
};

const read = async <D extends DescMessage>(
  connection: Connection,
  { digest }: ArtifactRef,
  schema: D,
): Promise<MessageShape<D>> => fromBinary(schema, (await fetchArtifact(connection, digest)).content);

const decoded = async (
  connection: Connection,
  { kind, digest }: ArtifactRef,
  { phrase }: Speech,
): Promise<string[]> => {
  const desc = kindRegistry().getMessage(kind);
  const { content } = await fetchArtifact(connection, digest);
  return (
    (desc && decodedText(desc, () => fromBinary(desc, content))) ?? [
      phrase("screen.bytes", { contentCount: content.length }),
    ]
  );
};

/** Everything the event made known: each is one `pincite artifact get` away. */
const recordedLines = ({ artifacts }: RunEvent, { phrase }: Speech): string[] =>
  artifacts.length === 0
    ? []
    : [
        phrase("screen.recorded-pincite-artifact-get-digest-shows"),
        ...indented(table(artifacts.map(({ ref, role }) => [ref?.digest ?? "", role, ref?.kind ?? ""]))),
      ];

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
