import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { pgDatabase } from "../../../src/store/postgres/pg-database.ts";

// A process of the race (race.ts): so many writers append to one stream, each as often as it is told, always where the stream stands.
const [address = "", writers = "16", times = "40"] = process.argv.slice(2);
const clock = { now: () => Date.now() };
const store = await openPostgresStore({ database: pgDatabase(address), schema: "race", clock });

/** What was acknowledged, as `seq hash`. */
const acknowledged: string[] = [];
let refused = 0;

const appended = async (body: string): Promise<void> => {
  for (;;) {
    const expect = await store.head("ann", "run");
    try {
      const events = [{ type: "noted", body: Buffer.from(body) }];
      const { head } = await store.commit({ owner: "ann", stream: "run", expect, events });
      acknowledged.push(`${head.seq} ${head.hash}`);
      return;
    } catch (error) {
      if ((error as { reason?: string }).reason !== "RUN_VERSION_STALE") throw error;
      refused++;
    }
  }
};

await Promise.all(
  Array.from({ length: Number(writers) }, async (_, writer) => {
    for (let n = 0; n < Number(times); n++) await appended(`${process.pid}.${writer}.${n}`);
  }),
);
await store.close();
console.log(JSON.stringify({ acknowledged, refused }));
