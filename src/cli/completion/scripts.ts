import type { Flag, Place } from "./described.ts";

/** The shells that a script can be made for. */
type ShellName = "bash" | "zsh" | "fish";

/** A script that a shell reads at its start, so that it ends words of this program's command line. */
export const completionScript = (shell: ShellName, places: readonly Place[]): string =>
  ({ bash: bashScript, zsh: zshScript, fish: fishScript })[shell](places);

/** As a word of any of the three shells, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** fish knows two escapes between single quotation marks, and a doubled mark is none of them. */
const quotedForFish = (text: string): string => `'${text.replace(/[\\']/gu, "\\$&")}'`;

const spellings = (flags: readonly Flag[]): string[] => flags.flatMap((flag) => flag.spellings);

const valued = (places: readonly Place[]): string[] => [
  ...new Set(spellings(places.flatMap(({ flags }) => flags.filter(({ takesValue }) => takesValue)))),
];

/** Flags whose values are a list, as rows of a `case`: `path --flag`. */
const chosen = (places: readonly Place[]): [at: string, choices: readonly string[]][] =>
  places.flatMap(({ path, flags }) =>
    flags.flatMap(({ spellings: words, choices }) =>
      choices.length === 0 ? [] : words.map((word): [string, readonly string[]] => [`${path} ${word}`, choices]),
    ),
  );

/** Words that stand for a command with more behind them. */
const paths = (places: readonly Place[]): string[] => places.map(({ path }) => path).filter((path) => path !== "");

/**
 * The words before the cursor become the path of a command: flags and their values are passed over. What follows is the same in
 * bash and zsh but for the names of their arrays.
 */
const findPath = (places: readonly Place[], words: string): string[] => [
  `  local at="" word skip=""`,
  `  for word in ${words}; do`,
  `    if [[ -n $skip ]]; then skip=""; continue; fi`,
  `    case "$word" in`,
  `      ${valued(places).join("|")}) skip=1; continue ;;`,
  "      -*) continue ;;",
  "    esac",
  `    case "\${at:+$at }$word" in`,
  `      ${paths(places)
    .map((path) => quoted(path))
    .join("|")}) at="\${at:+$at }$word" ;;`,
  "    esac",
  "  done",
];

const bashScript = (places: readonly Place[]): string =>
  [
    "# Completion of pincite in bash. In ~/.bashrc: source <(pincite completion bash)",
    "_pincite() {",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of bash
    '  local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" list=""',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of bash
    ...findPath(places, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"'),
    '  case "$at $before" in',
    ...chosen(places).map(
      ([at, choices]) =>
        `    ${quoted(at)}) COMPREPLY=($(compgen -W ${quoted(choices.join(" "))} -- "$current")); return ;;`,
    ),
    "  esac",
    "  if [[ -n $skip ]]; then COMPREPLY=(); return; fi",
    '  case "$at" in',
    ...places.map(
      ({ path, commands, flags, values }) =>
        `    ${quoted(path)}) if [[ $current == -* ]]; then list=${quoted(spellings(flags).join(" "))}; else list=${quoted([...commands.map(({ word }) => word), ...values].join(" "))}; fi ;;`,
    ),
    "  esac",
    '  COMPREPLY=($(compgen -W "$list" -- "$current"))',
    "}",
    // Where nothing of it fits, the names of files do.
    "complete -o default -F _pincite pincite",
    "",
  ].join("\n");

/** `_describe` parts a word from what it does at the first colon. */
const described = (word: string, about: string): string => quoted(`${word.replaceAll(":", "\\:")}:${about}`);

const zshScript = (places: readonly Place[]): string =>
  [
    "#compdef pincite",
    "# Completion of pincite in zsh. In ~/.zshrc, after compinit: source <(pincite completion zsh)",
    "_pincite() {",
    "  local -a list",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of zsh
    '  local current="${words[CURRENT]}" before="${words[CURRENT-1]}"',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of zsh
    ...findPath(places, '"${(@)words[2,CURRENT-1]}"'),
    '  case "$at $before" in',
    ...chosen(places).map(
      ([at, choices]) => `    ${quoted(at)}) compadd -- ${choices.map(quoted).join(" ")}; return ;;`,
    ),
    "  esac",
    "  if [[ -n $skip ]]; then _files; return; fi",
    '  case "$at" in',
    ...places.map(({ path, commands, flags, values }) => {
      const ofFlags = flags.flatMap((flag) => flag.spellings.map((word) => described(word, flag.about)));
      const ofWords = [
        ...commands.map(({ word, about }) => described(word, about)),
        ...values.map((value) => described(value, "")),
      ];
      return `    ${quoted(path)}) if [[ $current == -* ]]; then list=(${ofFlags.join(" ")}); else list=(${ofWords.join(" ")}); fi ;;`;
    }),
    "  esac",
    "  (( $#list )) && _describe pincite list || _files",
    "}",
    "compdef _pincite pincite",
    "",
  ].join("\n");

const fishScript = (places: readonly Place[]): string =>
  [
    "# Completion of pincite in fish. pincite completion fish > ~/.config/fish/completions/pincite.fish",
    "function __pincite_at",
    "  set -l at",
    "  set -l skip 0",
    "  for word in (commandline -opc)[2..-1]",
    "    if test $skip = 1; set skip 0; continue; end",
    "    switch $word",
    `      case ${valued(places).join(" ")}`,
    "        set skip 1",
    "        continue",
    "      case '-*'",
    "        continue",
    "    end",
    '    switch (string join " " -- $at $word)',
    `      case ${paths(places).map(quotedForFish).join(" ")}`,
    "        set at $at $word",
    "    end",
    "  end",
    '  set -l joined (string join " " -- $at)',
    '  test "$joined" = "$argv[1]"',
    "end",
    "complete -c pincite -e",
    ...places.flatMap(fishPlace),
    "",
  ].join("\n");

const fishPlace = ({ path, commands, flags, values }: Place): string[] => {
  const here = `complete -c pincite -n ${quotedForFish(`__pincite_at ${quotedForFish(path)}`)}`;
  const about = (text: string): string => (text === "" ? "" : ` -d ${quotedForFish(text)}`);
  return [
    ...commands.map(({ word, about: does }) => `${here} -f -a ${quotedForFish(word)}${about(does)}`),
    ...values.map((value) => `${here} -a ${quotedForFish(value)}`),
    ...flags.map(({ spellings: words, takesValue, choices, about: does }) => {
      const named = words.map((word) => (word.startsWith("--") ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`));
      const value = choices.length > 0 ? ` -x -a ${quotedForFish(choices.join(" "))}` : takesValue ? " -r" : "";
      return `${here} ${named.join(" ")}${value}${about(does)}`;
    }),
  ];
};
