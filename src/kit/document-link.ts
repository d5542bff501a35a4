/** A document of the Vault, and where in it. */
export interface LinkedDocument {
  /** The part of the Vault it is in; empty: the reader's own choice. */
  readonly strandId: string;
  /** 64 hex. */
  readonly docUid: string;
  /** The passage to go to; empty: the beginning. */
  readonly chunkUid: string;
}

/**
 * Address at which a server's page shows a document, relative to that server: `/vault#strand=…&doc=…&passage=…`. What stands
 * behind the # is sent to no server, and holds no word of a source.
 */
export const documentLink = ({ strandId, docUid, chunkUid }: LinkedDocument): string => {
  const said = { strand: strandId, doc: docUid, passage: chunkUid };
  const parts = Object.entries(said).filter(([, value]) => value !== "");
  return `/vault#${parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
};

/** Reads such an address, alone or behind that of a server; undefined where it names no document. */
export const readDocumentLink = (link: string): LinkedDocument | undefined => {
  const behind = /^(?:https?:\/\/[^/?#]+)?\/vault#(.*)$/u.exec(link)?.[1];
  if (behind === undefined) return undefined;
  const said = new Map(
    behind.split("&").map((part): [string, string] => [part.split("=")[0] ?? "", part.split("=")[1] ?? ""]),
  );
  const of = (name: string, shape: RegExp): string => shape.exec(decoded(said.get(name) ?? ""))?.[0] ?? "";
  const docUid = of("doc", /^[0-9a-f]{64}$/u);
  if (docUid === "") return undefined;
  return {
    strandId: of("strand", /^[a-z0-9][a-z0-9._-]{0,63}$/u),
    docUid,
    chunkUid: of("passage", /^[0-9a-f]{64}#[\w.:-]{1,190}$/u),
  };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
};
