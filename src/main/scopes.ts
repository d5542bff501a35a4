import { scopeOfNamed as ofLaws } from "../lawbot/law-store.ts";
import type { ScopeOfNamed } from "../store/store.ts";
import { scopeOfNamed as ofDocuments } from "../vault/strand/scopes.ts";

/** In which scope the artifacts of a folder belong that is from before there were scopes: by the stream, whichever store it is in. */
export const scopeOfNamed: ScopeOfNamed = (stream, type, body) =>
  (stream.startsWith("law/") ? ofLaws : ofDocuments)(stream, type, body);
