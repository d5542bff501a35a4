import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { DomainError } from "./error.ts";
import { worded } from "./messages/said.ts";

/** Environment variables by name. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Where an account keeps what its programs remember (XDG Base Directory Specification). Errors: an account without a home has none. */
export const stateFolder = (env: Environment): string =>
  join(env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "pincite");

/** Whether servers have a Unix socket on this system at all. On Windows the port is called, whoever listens there. */
export const hasSockets = process.platform !== "win32";

/** What the address of a Unix socket holds, its closing zero left out: 108 bytes on Linux, 104 on macOS and the BSDs (unix(7), unix(4)). */
const pathBytesMax = process.platform === "linux" ? 107 : 103;

/** The folder of the sockets of this account's servers. `PINCITE_SOCKET_DIR` names another. */
export const socketFolder = (env: Environment): string =>
  env.PINCITE_SOCKET_DIR ? resolve(env.PINCITE_SOCKET_DIR) : join(stateFolder(env), "sockets");

/**
 * Where a server of this account listens beside its port: a name by address and port, in a folder that only this account enters, which is made
 * where it is absent. Errors: REQUEST_INVALID for a folder that others may enter, and for a path that no socket can have.
 */
export const socketToListenAt = (env: Environment, address: string, port: number): string => {
  mkdirSync(socketFolder(env), { recursive: true, mode: 0o700 });
  return socketPath(env, address, port);
};

/**
 * Where the server of this account that listens at a URL of this machine is called. Whoever made it is this account: nobody else enters
 * the folder. Whether it is there is found by calling it. Errors: as of listening.
 */
export const socketToCall = (env: Environment, url: string): string => {
  const { hostname, port } = new URL(url);
  const addresses = hostname === "localhost" ? ["127.0.0.1", "::1"] : [hostname.replace(/^\[(.*)\]$/u, "$1")];
  const paths = addresses.map((address) => socketPath(env, address, Number(port || 80)));
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
};

const socketPath = (env: Environment, address: string, port: number): string => {
  const folder = socketFolder(env);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw unfit(folder, "is no folder");
  if (found && found.uid !== (process.getuid?.() ?? found.uid)) throw unfit(folder, "belongs to another account");
  if (found && (found.mode & 0o077) !== 0) throw unfit(folder, "can be entered by others");
  const path = join(folder, `${address}-${port}`);
  const bytes = Buffer.byteLength(path);
  if (bytes <= pathBytesMax) return path;
  throw new DomainError(
    "REQUEST_INVALID",
    worded("keeping-error.the-path-of-the-socket-is-too-long", { path, bytes, most: pathBytesMax }),
    { path },
  );
};

const unfit = (folder: string, what: string): DomainError =>
  new DomainError("REQUEST_INVALID", worded("keeping-error.the-folder-of-the-sockets", { folder, what }), { folder });
