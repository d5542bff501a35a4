import type { ConnectRouter, Transport } from "@connectrpc/connect";
import type { Principal } from "../../gen/pincite/audit/v1/audit_meta_pb.ts";
import { credentialFor } from "../access-token.ts";
import type { Config } from "../config.ts";
import type { Installation } from "../installation.ts";
import type { LawList } from "../lawbot/fetch/law-lists.ts";
import type { PaperQuota } from "../vault/strand/paper-quota.ts";
import type { SeenStrands } from "../vault/strand/seen-strands.ts";
import { createClientTransport } from "../wire/client.ts";
import { createInProcessTransport } from "../wire/in-process.ts";
import type { Log } from "../wire/log.ts";
import { openLawBotPart } from "./lawbot-part.ts";
import type { OpenPart } from "./open-part.ts";
import type { Closing, StoreAt } from "./stores.ts";
import { openVaultPart } from "./vault-part.ts";

/** A service of its own as the engine reaches it: in this process behind a transport that encodes and decodes, or elsewhere. */
export interface Part {
  readonly transport: Transport;
  readonly routes: (router: ConnectRouter) => void;
  readonly longMethods: readonly string[];
}

/** What a part of this process is made with. */
interface Whole {
  readonly config: Config;
  readonly installation: Installation;
  readonly storeAt: StoreAt;
  readonly closing: Closing[];
  readonly log: Log;
  /** What callers may see of strands. Default: everything. */
  readonly seen?: SeenStrands | undefined;
  /** What bounds hold for papers. Default: none. */
  readonly quota?: PaperQuota | undefined;
  /** Who signed in for the call that is worked for. Default: nobody signs in. */
  readonly takenInBy?: (() => Principal | undefined) | undefined;
}

const remotePart = (url: string, token: string | undefined, closing: Closing[]): Part => {
  const transport = createClientTransport(url, token === undefined ? credentialFor(url) : { token: () => token });
  closing.push(() => transport.close());
  return { transport, routes: () => undefined, longMethods: [] };
};

/** A part in this process: the same routes serve the port and, behind a transport that encodes and decodes, the engine. */
const embeddedPart = ({ routes, longMethods, close }: OpenPart, { closing, log }: Whole): Part => {
  closing.push(close);
  return { routes, longMethods, transport: createInProcessTransport(routes, { log, longMethods }) };
};

/** Opens the Vault in this process, or reaches the one that the settings name. */
export const vaultPart = async (whole: Whole): Promise<Part> => {
  const { config, installation, storeAt, closing, seen, quota, takenInBy } = whole;
  if (config.vaultUrl) return remotePart(config.vaultUrl, config.vaultToken, closing);
  return embeddedPart(
    await openVaultPart({ ...storeAt("vault"), config, tokenKey: installation.tokenKey, seen, quota, takenInBy }),
    whole,
  );
};

/** Opens LawBot in this process, or reaches the one that the settings name. `profiles` name the laws their claims rest on. */
export const lawbotPart = async (whole: Whole, profiles: readonly LawList[]): Promise<Part> => {
  const { config, installation, storeAt, closing } = whole;
  if (config.lawbotUrl) return remotePart(config.lawbotUrl, config.lawbotToken, closing);
  const at = { ...storeAt("law"), config, tokenKey: installation.tokenKey };
  return embeddedPart(await openLawBotPart(at, profiles), whole);
};
