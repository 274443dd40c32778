import { agentMarks } from '../dialects/footprints.ts'
import { findEntry } from '../dialects/registry.ts'
import { ancestors, type Ancestor } from '../process/ancestors.ts'
import { MARK } from '../process/run-mark.ts'
import { saidCall } from './bridge-call.ts'

type Variables = Readonly<Record<string, string | undefined>>

const SHELL = /^-?(?:[abdkz]|ba|da|fi|z|tc|c|k)?sh$/

/** Programs that only start another one. An agent may have set the variables they were started with. */
const HANDS_ON =
  /^(?:env|sudo|doas|timeout|nohup|nice|setsid|stdbuf|script|expect|unbuffer|xargs|time|npm|npx|pnpm|yarn|bun|bunx)\b/

/**
 * Returns how it is known that an agent started this process, as the end of a sentence; undefined when nothing says so.
 * Below an agent everything can be forged in the end: this stops one that does what it was asked to, not an attacker.
 */
export function agentAbove(
  variables: Variables,
  above: () => readonly Ancestor[] = ancestors,
): string | undefined {
  const own = markIn((name) => (variables[name] ?? '') !== '')
  if (own !== undefined) return own
  const chain = above()
  const bridge = chain.find(({ words }) => !isShell(words) && saidCall(words.join(' ')) !== undefined)
  if (bridge !== undefined) return 'a hook that `hookwright run` started runs it'
  if (chain.some(({ words }) => isWorker(words)))
    return 'a hook that the daemon of hookwright started runs it'
  return chain.slice(0, handedOn(chain)).map(markOfAncestor).find(isText)
}

/** A process of the daemon, which runs the hooks of a call: it has neither an agent nor the call above it. */
function isWorker(words: readonly string[]): boolean {
  const at = words.findIndex((word) => /[\\/]cli\.c?js$/.test(word))
  return at > 0 && words[at + 1] === 'daemon' && words[at + 2] === 'work'
}

/** `env -u` takes a mark from a command, and not from the shell that the agent started for it. */
function markOfAncestor({ variables }: Ancestor): string | undefined {
  const names = new Set(variables.map((text) => text.slice(0, text.indexOf('='))))
  return markIn((name) => names.has(name))
}

/** Up to the first program that may be anything: the agent itself, an editor, or the person's test runner. */
function handedOn(chain: readonly Ancestor[]): number {
  const end = chain.findIndex(({ words }) => !isShell(words) && !HANDS_ON.test(programOf(words)))
  return end === -1 ? chain.length : end
}

/** The text of a script that a shell runs may name the bridge, and only some of it be the bridge. */
function isShell(words: readonly string[]): boolean {
  return SHELL.test(programOf(words))
}

function programOf([first = '', second = '']: readonly string[]): string {
  const name = baseName(first.split(' ', 1)[0] ?? '')
  // npm and its kin run in Node, and name themselves in the second word.
  return name === 'node' ? baseName(second).replace(/-cli\.c?js$/, '') : name
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function markIn(has: (name: string) => boolean): string | undefined {
  if (has(MARK)) return `a hook that hookwright started runs it (${MARK} is set)`
  for (const [mark, host] of agentMarks()) if (has(mark)) return `${titleOf(host)} runs it (${mark} is set)`
  return undefined
}

function titleOf(host: string | undefined): string {
  return (host === undefined ? undefined : findEntry(host)?.title) ?? 'an agent'
}

function isText(value: string | undefined): value is string {
  return value !== undefined
}
