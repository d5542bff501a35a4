import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import type { Store } from "../../src/store/store.ts";

/** A store in memory that says others write to it too, as one in a database does. */
export const openSharedMemory = async (): Promise<Store> => Object.assign(await openMemoryStore(), { isShared: true });
