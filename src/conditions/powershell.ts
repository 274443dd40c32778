import { MAX_COMMAND_LENGTH, tooLong, unanalysable, type Analysis, type Subcommand } from './analysis.ts'
import { gitSubcommand } from '../analyze/programs/git.ts'
import { POWERSHELL_ALIASES } from '../analyze/powershell/aliases.ts'

const MAX_PARTS = 5000

/** Lower case, with the program's alias, module and `.exe` resolved: both sides of a comparison go through this. */
export function foldPowerShell(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^(?:[a-z]:[\\/])?[^\s:*]+/, foldName)
}

/** Never throws, linear. Blocks, brackets and `$(...)` all start a new part, which can only find too many. */
export function analysePowerShell(command: string): Analysis {
  if (command.length > MAX_COMMAND_LENGTH) return tooLong
  const parts = splitCommands(command)
  if (parts !== undefined && parts.length > MAX_PARTS) return unanalysable('it has too many parts')
  if (parts === undefined) return unanalysable('it has a quote that is never closed')
  return {
    kind: 'commands',
    commands: parts.map(toSubcommand),
    guessed: [],
    shapes: parts.flatMap(shapesOf),
    doubt: undefined,
    mentions: [],
    unknown: /\$[\w({?^$@]/.test(command),
    plain: !/[$@(){}<>&`]/.test(command),
  }
}

function foldName(name: string): string {
  const program = name
    .slice(Math.max(name.lastIndexOf('\\'), name.lastIndexOf('/')) + 1)
    .replace(/\.(?:exe|cmd|bat)$/, '')
  return POWERSHELL_ALIASES.get(program) ?? program
}

type Part = { readonly written: string; readonly unquoted: string; readonly called: boolean }

const ASSIGNED_TO = /^\s*(?:\[[\w.[\]]*\]\s*)?\$[\w:]+\s*[-+*/%]?=/

function toSubcommand(part: Part): Subcommand {
  const written = part.written.replace(ASSIGNED_TO, '')
  const folded = foldPowerShell(part.unquoted.replace(ASSIGNED_TO, ''))
  const name = /^\S*/.exec(folded)?.[0] ?? ''
  return {
    texts: [written.trim().toLowerCase(), foldPowerShell(written), folded, folded.replace(/\s+/g, ' ')],
    inner: name === 'git' ? [withoutGitOptions(folded)] : [],
  }
}

function shapesOf({ unquoted, called }: Part): readonly string[] {
  const name = /^\S*/.exec(foldPowerShell(unquoted.replace(ASSIGNED_TO, '')))?.[0] ?? ''
  return called && name.includes('$') ? [name.replace(/\$\{?[\w:]*\}?/g, '*')] : []
}

function withoutGitOptions(text: string): string {
  const words = text.split(/\s+/)
  return ['git', ...words.slice(gitSubcommand(words, 0))].join(' ')
}

const TOKEN = new RegExp(
  [
    String.raw`(<#[\s\S]*?#>|(?<![^\s;|&(){}])#[^\n]*)`,
    String.raw`@'\r?\n([\s\S]*?)\n'@`,
    String.raw`@"\r?\n([\s\S]*?)\n"@`,
    `'((?:[^']|'')*)'`,
    '"((?:[^"`]|`[^]|"")*)"',
    '`([^])',
    String.raw`(\$\(|[;|&(){}\r\n])`,
    // Giving up at the first one that is never closed keeps the scan linear.
    String.raw`(<#|@['"]\r?\n|["'])`,
    '[^"\'`;|&(){}\\r\\n#<@$]+|[^]',
  ].join('|'),
  'g',
)

function splitCommands(command: string): readonly Part[] | undefined {
  const parts: Part[] = []
  const nested: string[] = []
  let part = { written: '', unquoted: '', called: false }
  for (const match of command.matchAll(TOKEN)) {
    const [token, comment, raw, rich, single, double, escaped, separator, unclosed] = match
    if (unclosed !== undefined) return undefined
    if (separator !== undefined) {
      parts.push(part)
      part = { written: '', unquoted: '', called: token === '&' }
    } else if (comment === undefined) {
      nested.push(...substitutionsIn(double ?? rich ?? ''))
      part.written += token
      part.unquoted +=
        raw ?? rich ?? single?.replaceAll("''", "'") ?? double ?? escaped?.replace('\n', ' ') ?? token
    }
  }
  return [...parts, part, ...nested.flatMap(splitNested)].filter(({ unquoted }) => unquoted.trim() !== '')
}

/** Everything behind the first `$(` of a string counts as commands. */
function substitutionsIn(text: string): readonly string[] {
  const at = text.indexOf('$(')
  return at === -1 ? [] : [text.slice(at + 2)]
}

/** The text may break off inside a quote, because the string around it ends there. */
function splitNested(text: string): readonly Part[] {
  const plain = () =>
    text.split(/[;|&(){}\r\n]/).map((part) => ({ written: part, unquoted: part, called: false }))
  return splitCommands(text) ?? plain()
}
