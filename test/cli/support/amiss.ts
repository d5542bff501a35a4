/** Commands with what is not there, or does not fit, on a server that holds nothing. */
export const amiss = `law cite art. 7:611 BW
law cite s 21 Housing Act 1988
law cite [2020] EWHC 12 (Ch)
law cite flauwekul
law show BWBR0005290
law search werkgever
law watch --all
law sources
law list
law list --rulings
law fetch flauwekul
law fetch
law import ./er-niet
vault list
vault show vault:ab
vault import ./er-niet
vault search
vault search (x
vault set vault:ab
vault reimport
run list
run show latest
run show abc
run new --profile flauwekul
run new --profile email-reply --on flauwekul
run confirm latest
run rewind latest --to flauwekul --reason zo
tool list
tool pending
tool hits toolres:x
tool allow toolreq:x
tool explain toolreq:x
artifact get abc
artifact lineage ${"a".repeat(64)}
receipt show x
receipt verify x
receipt list latest
keys list
telemetry
export latest
export latest --format flauwekul
replay latest
store check --data ./er-niet
serve --port flauwekul`.split("\n");
