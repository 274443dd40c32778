import { parse, type Command, type CommandNode, type PipelineNode, type Statement } from 'unbash'

/** Programs that exit with 2 when they themselves fail: a file that is missing, a wrong option, a pattern with a mistake. */
const EXIT_TWO: ReadonlySet<string> = new Set(
  'grep egrep fgrep zgrep rg diff cmp ls sort jq make shellcheck eslint ruff mypy pytest tsc'.split(' '),
)
const MAX_LENGTH = 64 * 1_024

export type HelperExit = {
  readonly program: string
  /** Line of the script, counted from 1. */
  readonly line: number
}

/**
 * Returns the first command of a script whose own failure ends the script with exit code 2: the last one, and with
 * `failFast`, or `set -e` in the script, any that stands alone. Undefined when there is none, and for a script that
 * cannot be parsed.
 */
export function helperExit(
  text: string,
  { failFast }: { readonly failFast: boolean },
): HelperExit | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const { commands, errors } = parse(text)
  if ((errors?.length ?? 0) > 0) return undefined
  const isStrict = failFast || /^\s*set\s+(?:-\w*e|-o\s+errexit)/m.test(text)
  const last = commands.at(-1)
  const deciding = [
    ...(isStrict ? commands.flatMap((each) => alone(each)) : []),
    ...(last === undefined ? [] : ending(last)),
  ]
  const found = deciding
    .flatMap((command) => (isHelper(command) ? command : []))
    .toSorted((a, b) => a.pos - b.pos)[0]
  if (found === undefined) return undefined
  return { program: found.name?.value ?? '', line: text.slice(0, found.pos).split('\n').length }
}

/** Commands whose failure ends a script that stops at the first. */
function alone({ command, background }: Statement): readonly CommandNode[] {
  if (background === true) return []
  if (command.type === 'AndOr') return lastOf(command.commands.at(-1))
  return lastOf(command)
}

/** Commands whose exit code can become that of the script. */
function ending({ command, background }: Statement): readonly CommandNode[] {
  if (background === true) return []
  if (command.type !== 'AndOr') return lastOf(command)
  const { commands, operators } = command
  return commands.flatMap((each, index) => (operators[index] === '||' ? [] : lastOf(each)))
}

/** A negated pipeline ends with 0 or 1. */
function lastOf(node: PipelineNode | undefined): readonly CommandNode[] {
  if (node === undefined) return []
  if (node.type !== 'Pipeline') return [node]
  if (node.prefixes.some(({ type }) => type === 'Negation')) return []
  const last = node.commands.at(-1)
  return last === undefined || writesAnswer(last) ? [] : [last]
}

/** At the end of a pipe jq writes what the script says; it has no file that could be missing. */
function writesAnswer(node: CommandNode): boolean {
  return node.type === 'Command' && node.name?.value === 'jq'
}

function isHelper(node: CommandNode): node is Command {
  if (node.type !== 'Command') return false
  const name = node.name?.value ?? ''
  return EXIT_TWO.has(name.slice(name.lastIndexOf('/') + 1))
}
