/** A word that starts us: a program on PATH, a name for a package runner, or the file in the package. */
const OWN_PROGRAM =
  /(?:^|[\\/:!])hookwright(?:@[\w.-]+)?(?:\.(?:cmd|exe|ps1|[cm]?js))?$|(?:^|[\\/])cli\.[cm]?js$/i
/** The same, found while the line runs: `$(which hookwright)`. */
const LOOKED_UP = /[$`].*\bhookwright\b(?!\.(?:ya?ml|json|toml|md)\b)/i

/** Programs that start another one, or a script, that one of their words names. */
const RUNNERS =
  /^(?:node|nodejs|bun|deno|tsx|npx|npm|pnpm|pnpx|yarn|bunx|corepack|spawn|start|nohup|sh|bash|zsh|dash|fish|source|\.|winpty|unbuffer|socat|screen|tmux|at|batch|watch|parallel|entr|docker|podman|systemd-run|launchctl|su|runuser|eval|exec|set|alias)$/

/** Every command, because a word before it may be the value of an option. */
const COMMANDS: ReadonlySet<string> = new Set(
  'run explain list check init doctor install uninstall sync convert trust disable enable log bench git completion schema demo help test packs daemon analyze'.split(
    ' ',
  ),
)
const ACTS: ReadonlySet<string> = new Set(['disable', 'uninstall', 'install', 'sync', 'init'])
const HARMLESS = /^(?:--help|-h|--dry-run)$/

/** Returns the person's act that a command of ours does, as it is typed; undefined for the others. `words[0]`: a program. */
export function actIn(words: readonly string[]): string | undefined {
  const at = ownProgram(words)
  return at === -1 ? undefined : actOf(words.slice(at + 1), isCommand)
}

/** True for a word that stands for our program. */
export function isOwnProgram(word: string): boolean {
  return OWN_PROGRAM.test(word) || LOOKED_UP.test(word)
}

function ownProgram(words: readonly string[]): number {
  const first = words[0] ?? ''
  if (isOwnProgram(first)) return 0
  return RUNNERS.test(first.slice(first.lastIndexOf('/') + 1)) ? words.findIndex(isOwnProgram) : -1
}

function isCommand(word: string): boolean {
  return COMMANDS.has(word) || isUnknown(word)
}

/** `trust` alone shows; what is only known at run time may be anything. */
function actOf(given: readonly string[], isFirst: (word: string) => boolean): string | undefined {
  const rest = given[0] === '--' ? given.slice(1) : given
  const end = rest.indexOf('--')
  const options = end === -1 ? rest : rest.slice(0, end)
  if (options.some((word) => HARMLESS.test(word))) return undefined
  if (options.some((word) => /^--trust-project(?:=|$)/.test(word))) return 'hookwright … --trust-project'
  const words = rest.slice(rest.findIndex(isFirst)).filter((word) => !word.startsWith('-'))
  const group = words[0] === 'git' ? 'git ' : ''
  const [first = '', ...others] = group === '' ? words : words.slice(1)
  if (isUnknown(first)) return `hookwright ${first}`
  if (ACTS.has(first)) return `hookwright ${group}${first}`
  const action =
    first === 'trust' ? others.find((word) => /^(?:add|revoke)$/.test(word) || isUnknown(word)) : undefined
  if (action !== undefined) return `hookwright ${group}trust ${action}`
  const change = first === 'packs' ? others.find((word) => /^(?:add|remove)$/.test(word)) : undefined
  return change === undefined ? undefined : `hookwright packs ${change}`
}

function isUnknown(word: string): boolean {
  return /[$`*?[{]/.test(word)
}

/** Words of an act that stand behind our name in a text. */
const MOST_WORDS = 12
const BETWEEN = /[\s"'\\`,[\](){};|&<>$*?]+/
const LIBRARY = /\.(?:approve|revoke)\s*\(|\btrustProject\b/

/** The same for a text that something may run, whatever language it is in. Takes time in proportion to its length. */
export function actInText(text: string): string | undefined {
  const words = text.replace(/\\[nrt]/g, ' ').split(BETWEEN)
  for (const [index, word] of words.entries()) {
    if (!OWN_PROGRAM.test(word)) continue
    const act = actOf(words.slice(index + 1, index + 1 + MOST_WORDS), (next) => !next.startsWith('-'))
    if (act !== undefined) return act
  }
  return /\bhookwright\b/.test(text) && LIBRARY.test(text) ? 'hookwright trust add' : undefined
}
