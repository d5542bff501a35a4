import { openMemoryStore } from "../../src/store/memory/memory-store.ts";
import { storeContract } from "./store-contract.ts";

storeContract("memory", (clock) => openMemoryStore({ clock }));
