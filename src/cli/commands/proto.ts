import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { exportedProtos } from "../proto/export.ts";
import type { Shell } from "../shell.ts";
import { withExample } from "./example.ts";

/** `proto export`: the contract, for clients in other languages. */
export const addProtoCommands = (proto: Command, shell: Shell): void => {
  const write = proto
    .command("export")
    .argument("<dir>", "folder to write to; files of the same name are replaced")
    .description("Write every .proto file with what it imports, and descriptor_set.binpb.");
  withExample(
    write,
    "pincite proto export ./protos",
    "protoc --descriptor_set_in=protos/descriptor_set.binpb --python_out=. $(cd protos && find . -name '*.proto' | cut -c3-)",
  );
  write.action((dir: string) => {
    const files = exportedProtos();
    for (const { path, content } of files) {
      const full = join(shell.path(dir), path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
    }
    shell.say(shell.speech().phrase("record.files-in", { filesCount: files.length, path: shell.path(dir) }));
  });
};
