import type { Hook } from '../../core/hook.ts'
import { warning, type Issue } from '../../core/issue.ts'
import { suggest } from '../../core/suggest.ts'
import { commandHook } from '../_families/command-hook.ts'
import type { ConfigFile, ConfigReading, ConfigSide, Places } from '../dialect.ts'
import { ROWS, type ClineEvent } from './events.ts'
import { NAME } from './name.ts'

/** A hook is a program that is named after its event; there is no file that lists hooks. */
export const configSide: ConfigSide = {
  read(file, places) {
    const base = { file: file.file, scope: file.scope, switches: {}, imports: [] }
    const { stem, ending } = nameOf(file.file)
    const row = ROWS.find((each) => each.file.toLowerCase() === stem.toLowerCase())
    const words = row && wordsOf(file.file, ending, places)
    if (row === undefined || words === undefined)
      return { ...base, hooks: [], issues: remarks(file, { stem, row }) }
    return { ...base, hooks: [hookOf(file, row, words)], issues: [] }
  },
  combine: (readings: readonly ConfigReading[]) => ({
    hooks: readings.flatMap(({ hooks }) => hooks),
    issues: [],
  }),
}

function nameOf(file: string): { readonly name: string; readonly stem: string; readonly ending: string } {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
  const dot = name.lastIndexOf('.')
  return dot < 0
    ? { name, stem: name, ending: '' }
    : { name, stem: name.slice(0, dot), ending: name.slice(dot + 1).toLowerCase() }
}

const NODE = ['node'] as const
const POWERSHELL = ['-NoProfile', '-ExecutionPolicy', 'Bypass', '-File'] as const

/** Programs that run a file with this ending. A file without one is started itself. */
const INTERPRETERS: Readonly<Record<string, readonly string[]>> = {
  sh: ['bash'],
  bash: ['bash'],
  zsh: ['zsh'],
  js: NODE,
  mjs: NODE,
  cjs: NODE,
  ts: NODE,
  mts: NODE,
  cts: NODE,
  py: ['python3'],
}

function wordsOf(file: string, ending: string, { platform }: Places): readonly string[] | undefined {
  if (ending === '') return [file]
  if (ending === 'ps1') return [platform === 'win32' ? 'powershell' : 'pwsh', ...POWERSHELL, file]
  const program = Object.hasOwn(INTERPRETERS, ending) ? INTERPRETERS[ending] : undefined
  return program && [...program, file]
}

function hookOf(file: ConfigFile, row: ClineEvent, words: readonly string[]): Hook {
  return commandHook({
    id: `${NAME}:${folderOf(file)}:${nameOf(file.file).name}`,
    event: row.event,
    dialect: NAME,
    note: row.file,
    ...(row.event.endsWith('ToolUse') && { subject: 'tool' as const }),
    start: { kind: 'argv', words },
    cwd: '.',
    // The extension gives every hook 30 seconds, the SDK 120 on tool events.
    timeoutMs: row.event.endsWith('ToolUse') ? 120_000 : 30_000,
    file,
    pointer: [],
  })
}

/** Middle part of the hooks' ids: short, and different for every folder. */
function folderOf({ file, scope }: ConfigFile): string {
  const written = file.replaceAll('\\', '/')
  if (scope === 'user') return written.includes('/.cline/') ? 'user' : 'documents'
  return written.includes('/.clinerules/') ? 'rules' : 'workspace'
}

/** Other files may lie in the folder; one that was probably meant to be a hook is told. */
function remarks(
  { file }: ConfigFile,
  { stem, row }: { stem: string; row: ClineEvent | undefined },
): readonly Issue[] {
  const near =
    row?.file ??
    suggest(
      stem,
      ROWS.map((each) => each.file),
    )
  if (near === undefined) return []
  const endings = Object.keys(INTERPRETERS)
    .map((each) => `.${each}`)
    .join(', ')
  const problem = `"${nameOf(file).name}" is not the name of a hook, so it never runs.`
  return [
    warning(
      'event.unknown',
      { file },
      problem,
      `Call it "${near}", without an ending or with one of ${endings}, .ps1.`,
    ),
  ]
}
