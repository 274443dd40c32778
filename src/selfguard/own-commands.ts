/** A word that starts us: a program on PATH, a name for a package runner, or the file in the package. */
const OWN_PROGRAM =
  /(?:^|[\\/])hookwright(?:@[\w.-]+)?(?:\.(?:cmd|exe|ps1|[cm]?js))?$|(?:^|[\\/])cli\.[cm]?js$/i

/** Programs that start another one, or a script, that one of their words names. */
const RUNNERS =
  /^(?:node|nodejs|bun|deno|tsx|npx|npm|pnpm|pnpx|yarn|bunx|corepack|spawn|start|nohup|sh|bash|zsh|dash|fish|source|\.|winpty|unbuffer|socat|screen|tmux|at|batch|watch|parallel|entr|docker|systemd-run|launchctl|su|runuser|eval|exec)$/

const ACTS: ReadonlySet<string> = new Set(['disable', 'uninstall', 'install', 'sync', 'init'])
const HARMLESS = /^(?:--help|-h|--dry-run)$/

/** Returns the person's act that a command of ours does, as it is typed; undefined for the others. `words[0]`: a program. */
export function actIn(words: readonly string[]): string | undefined {
  const at = ownProgram(words)
  return at === -1 ? undefined : actOf(words.slice(at + 1))
}

function ownProgram(words: readonly string[]): number {
  const first = words[0] ?? ''
  if (OWN_PROGRAM.test(first)) return 0
  return RUNNERS.test(first.slice(first.lastIndexOf('/') + 1))
    ? words.findIndex((word) => OWN_PROGRAM.test(word))
    : -1
}

/** `trust` alone shows; what is only known at run time may be anything. */
function actOf(rest: readonly string[]): string | undefined {
  if (rest.some((word) => HARMLESS.test(word))) return undefined
  const words = rest.filter((word) => !word.startsWith('-'))
  const [first = '', ...others] = words[0] === 'git' ? words.slice(1) : words
  const group = words[0] === 'git' ? 'git ' : ''
  if (isUnknown(first)) return `hookwright ${first}`
  if (ACTS.has(first) && group + first !== 'git init') return `hookwright ${group}${first}`
  const action =
    first === 'trust' ? others.find((word) => /^(?:add|revoke)$/.test(word) || isUnknown(word)) : undefined
  return action === undefined ? undefined : `hookwright ${group}trust ${action}`
}

function isUnknown(word: string): boolean {
  return /[$`*?]/.test(word)
}

const IN_TEXT =
  /(?:hookwright(?:@[\w.-]+)?(?:\.(?:cmd|exe|ps1|[cm]?js))?|cli\.[cm]?js)\W+(?:--?[\w-]+\W+)*((?:git\W+)?(?:trust\W+(?:--?[\w=-]+\W+)*(?:add|revoke)|disable|uninstall|install|sync|init))\b/i

/** The same for a text that something may run, whatever language it is in. */
export function actInText(text: string): string | undefined {
  const plain = text.replace(/["'\\`,[\]()]+/g, ' ')
  const act = IN_TEXT.exec(plain)?.[1]
  return act === undefined ? undefined : `hookwright ${act.replace(/\s+/g, ' ')}`
}
