import fc from "fast-check";
import { afterAll } from "vitest";
import { removeFolders } from "./new-folder.ts";
import "./same-bytes.ts";

// The suite draws the same cases every time, so that a change is judged by its own sake and not by a draw; PINCITE_SEED draws others.
fc.configureGlobal({ seed: Number(process.env.PINCITE_SEED || 1) });

afterAll(removeFolders);
