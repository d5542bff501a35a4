import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { toJsonString } from "@bufbuild/protobuf";
import { ContainerSchema } from "../../gen/pincite/vault/v1/container_pb.ts";
import { DocSummarySchema } from "../../gen/pincite/vault/v1/doc_pb.ts";
import { type Connection, openConnection } from "../../src/client/connection.ts";

export const strandId = "killed";

/** What a Vault says of a strand after an import, a line for each thing, without the times at which it was imported. */
export const stateOf = async (url: string, digest: string, queries: readonly string[]): Promise<string[]> => {
  const connection = openConnection(url);
  try {
    return [
      ...(await docLines(connection)),
      ...(await containerLines(connection, digest)),
      ...(await Promise.all(queries.map((query) => searchLine(connection, query)))),
    ];
  } finally {
    connection.close();
  }
};

const docLines = async ({ docs }: Connection): Promise<string[]> => {
  const lines: string[] = [];
  for (let pageToken = ""; ; ) {
    const page = await docs.listDocs({ strandId, pageSize: 200, pageToken, includeSuperseded: true });
    lines.push(...page.docs.map((doc) => toJsonString(DocSummarySchema, doc)));
    if (page.nextPageToken === "") return lines;
    pageToken = page.nextPageToken;
  }
};

/** The title in a line of a document; none in other lines. */
export const titleOf = (line: string): string[] => {
  const [, title = ""] = /"title":("(?:[^"\\]|\\.)*")/u.exec(line) ?? [];
  return line.startsWith("{") && title !== "" ? [JSON.parse(title) as string] : [];
};

/** The list of the container, and the bytes that are made of it where they can be. */
const containerLines = async ({ vaultContainers }: Connection, digest: string): Promise<string[]> => {
  const { container } = await vaultContainers.getContainer({ strandId, digest });
  if (container === undefined) return ["no container"];
  const told = toJsonString(ContainerSchema, container);
  if (!container.isRebuildable) return [told];
  const hash = createHash("sha256");
  for await (const { chunk } of vaultContainers.rebuildContainer({ strandId, digest })) hash.update(chunk);
  return [told, `rebuilt: ${hash.digest("hex") === digest}`];
};

const searchLine = async ({ vaultSearch }: Connection, query: string): Promise<string> => {
  const { result } = await vaultSearch.search({ strandId, query, pageSize: 50 });
  const hits = (result?.candidates ?? []).map(({ evidenceId, scoreMicros }) => `${evidenceId} ${scoreMicros}`);
  return `${query}: ${result?.totalCount}: ${hits.join(" ")}`;
};

/**
 * Waits until the strand has documents and is no longer at this revision, so that an import has gone on since; gives the revision that
 * it is at, and "" when the import was over before.
 */
export const untilMore = async (url: string, before: string, isOver: () => boolean): Promise<string> => {
  const connection = openConnection(url);
  try {
    while (!isOver()) {
      const { docs, corpusRevision } = await connection.docs.listDocs({ strandId, pageSize: 1 });
      if (docs.length > 0 && corpusRevision !== before) return corpusRevision;
      await setTimeout(20);
    }
    return "";
  } finally {
    connection.close();
  }
};
