import { runAlone, type Standalone } from "../main/alone.ts";
import { openVaultPart } from "../main/vault-part.ts";

/** A Vault with a port, a folder and keys of its own; README.md beside this file says how it is used. */
export const vaultAlone: Standalone = {
  program: "pincite-vault",
  about: "Serve a Vault of its own. An orchestrator finds it by PINCITE_VAULT_URL.",
  port: 7612,
  storeName: "vault",
  open: openVaultPart,
};

/** The `pincite-vault` command. */
export const main = (): Promise<void> => runAlone(vaultAlone, process.argv.slice(2));
