import { writeFileSync } from "node:fs";
import { fromBinary } from "@bufbuild/protobuf";
import type { Command } from "commander";
import {
  type ArtifactInfo,
  GetLineageRequest_Direction as Direction,
} from "../../../gen/pincite/artifact/v1/artifact_service_pb.ts";
import { fetchArtifact, listArtifacts } from "../../client/artifact-store.ts";
import { runIdOf } from "../../client/run-view.ts";
import type { Speech } from "../../messages/speech.ts";
import { decodedText } from "../print/message-text.ts";
import { kindRegistry } from "../proto/files.ts";
import { givesMessage } from "../proto/output.ts";
import type { Shell } from "../shell.ts";
import { table } from "../text/table.ts";
import { withExample } from "./example.ts";

/** `artifact get`, `artifact list`, `artifact lineage`. */
export const addArtifactCommands = (artifact: Command, shell: Shell): void => {
  const get = artifact
    .command("get")
    .argument("<digest>", "sha256, 64 hexadecimal digits, or a path that ends in it, such as draft_text/v1/<digest>.pb")
    .option("-o, --output <file>", "write the bytes to a file")
    .option("--raw", "write the bytes to standard output")
    .description("Fetch one artifact, check its sha256, and show it.");
  withExample(get, "pincite artifact get <digest>", "pincite artifact get <digest> -o draft.pb && sha256sum draft.pb");
  get.action((digest: string, options: GetOptions, command: Command) => getOne(shell, command, digest, options));
  const list = artifact
    .command("list")
    .argument("<run>")
    .option("--kind <name>", "only this kind, such as pincite.memo.v1.DraftText", "")
    .description("The artifacts of a run, oldest first.");
  givesMessage(list, "ListArtifacts");
  withExample(list, "pincite artifact list latest --kind pincite.memo.v1.CitationLedger");
  list.action((run: string, options: { kind: string }, command: Command) =>
    shell.connected(command, async (connection) => {
      const infos = await listArtifacts(connection, await runIdOf(connection, run), options.kind);
      for (const line of table(infos.map(infoRow))) shell.say(line);
    }),
  );
  const lineage = artifact
    .command("lineage")
    .argument("<digest>", "sha256, 64 hexadecimal digits")
    .option("--children", "what was made from it, instead of what it was made from")
    .option("--run <id>", "in this run, or `latest`; else in the one that recorded it first")
    .description("Walk from an artifact to what it was made from.");
  givesMessage(lineage, "GetLineage");
  withExample(lineage, "pincite artifact lineage <digest>");
  lineage.action((digest: string, options: WalkOptions, command: Command) => walk(shell, command, digest, options));
};

interface GetOptions {
  readonly output?: string;
  readonly raw?: boolean;
}

const getOne = (shell: Shell, command: Command, digest: string, options: GetOptions): Promise<void> =>
  shell.connected(command, async (connection) => {
    const { info, content } = await fetchArtifact(connection, digestIn(digest));
    if (options.raw) return shell.write(content);
    const { phrase } = shell.speech();
    if (options.output !== undefined) {
      writeFileSync(shell.path(options.output), content);
      return shell.say(
        phrase("record.bytes-sha256-as-asked-in", { contentCount: content.length, path: shell.path(options.output) }),
      );
    }
    const kind = info?.ref?.kind ?? "";
    shell.say(phrase("record.bytes-sha256-as-asked", { kind, role: info?.role ?? "", contentCount: content.length }));
    for (const line of readable(kind, content, shell.speech())) shell.say(line);
  });

/** The digest, alone or at the end of a path of ArtifactInfo. */
const digestIn = (given: string): string => (/\/([0-9a-f]{64})\.pb$/u.exec(given)?.[1] ?? given).toLowerCase();

/** A known kind by reflection, text as text, anything else as a hint at --raw. */
const readable = (kind: string, content: Uint8Array, { phrase }: Speech): string[] => {
  const desc = kindRegistry().getMessage(kind);
  const decoded = desc && decodedText(desc, () => fromBinary(desc, content));
  if (decoded !== undefined) return decoded;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content).split("\n");
  } catch {
    return [phrase("record.not-text-raw-or-output-gives-the-bytes")];
  }
};

const infoRow = ({ ref, role, createdAtIso }: ArtifactInfo): string[] => [
  ref?.digest ?? "",
  role,
  String(ref?.sizeBytes ?? 0),
  createdAtIso,
  ref?.kind ?? "",
];

interface WalkOptions {
  readonly children?: boolean;
  readonly run?: string;
}

const walk = (shell: Shell, command: Command, digest: string, { children, run }: WalkOptions): Promise<void> =>
  shell.connected(command, async (connection) => {
    const direction = children ? Direction.CHILDREN : Direction.PARENTS;
    const named = run === undefined ? "" : await runIdOf(connection, run);
    const lineage = await connection.artifacts.getLineage({ digest, direction, runId: named });
    const { nodes, edges, truncated, runId, otherRunIds, parentRunId } = lineage;
    const names = new Map(nodes.map(({ ref, role }) => [ref?.digest, `${role}  ${ref?.kind ?? ""}`]));
    const short = (each: string) => `${each.slice(0, 12)} ${names.get(each) ?? ""}`;
    for (const { child, parent } of edges) shell.say(`${short(child)}  ←  ${short(parent)}`);
    const { phrase } = shell.speech();
    if (edges.length === 0)
      shell.say(phrase(children ? "record.nothing-was-made-from-it" : "record.it-was-made-from-no-other-artifact"));
    if (truncated) shell.say(phrase("record.more-were-met-than-are-listed"));
    if (parentRunId !== "") shell.note(phrase("record.is-a-fork-of-which-is-not-walked-into", { runId, parentRunId }));
    if (otherRunIds.length > 0)
      shell.note(phrase("record.this-is-in-run-walks-in-another", { runId, otherRunIds: otherRunIds.join(", ") }));
  });
