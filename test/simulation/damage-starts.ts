import { startPincite } from "../../src/main.ts";
import { clientsOf } from "../e2e/support/server.ts";
import { type Found, type Round, read } from "./damage.ts";

// Begun by the campaign `damage`: starts a whole server over each folder that it is told of, asks it everything, and says what was heard. The
// folders are thrown away, so that nothing is looked at behind its stop.

const foundIn = async ({ dir, asked, waitsForScrub }: Round): Promise<Found> => {
  const server = await startPincite({ dataDir: dir, port: 0, user: "tester", log: "silent" }).catch(
    (error: unknown) => ({ refused: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }),
  );
  if ("refused" in server) return server;
  const clients = clientsOf(server.url);
  try {
    return await read(clients, asked, waitsForScrub);
  } finally {
    clients.close();
    await server.stop().catch(() => undefined);
  }
};

process.on("message", (round: Round) => {
  void foundIn(round).then((found) => process.send?.(found));
});
process.send?.("ready");
