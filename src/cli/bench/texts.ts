import { resolve } from 'node:path'
import type { Hook } from '../../core/hook.ts'
import { noVariables } from '../../core/host-variables.ts'
import { readScript } from '../../covers/calls.ts'
import { canonicalTools } from '../../dialects/canonical.ts'
import { readText } from '../../ports/files.ts'
import { quoteWord } from '../../shells/argv.ts'
import type { Workspace } from '../../workspace/open.ts'
import { nameOf, startedBy } from '../call-program.ts'
import { isShellText, SCRIPT_BYTES } from '../hook-scripts.ts'

/** What can be read of a hook's program without running it. */
export type HookText = {
  /** Its command and the scripts that the command names. */
  readonly all: string
  /** It is a shell text that starts only programs which look into a text, and at least one of them. */
  readonly onlySearches: boolean
}

const SEARCHES = /^(?:e|f|r|z)?grep$|^rg$/
const HELPERS =
  /^(?:cat|jq|echo|printf|test|\[|\[\[|:|true|false|exit|read|set|head|tail|tr|cut|sed|return|local|shift)$/

export function textOf({ handler }: Hook, { places, files }: Pick<Workspace, 'places' | 'files'>): HookText {
  if (handler.type !== 'command') return { all: '', onlySearches: false }
  const { start } = handler
  const command =
    start.kind === 'argv'
      ? start.words.map(quoted).join(' ')
      : start.kind === 'script'
        ? start.source
        : start.command
  const words = start.kind === 'argv' ? start.words : command.split(/[\s"';]+/)
  const scripts = words.filter(mayBeFile).flatMap((word) => {
    const path = resolve(places.projectDir, word)
    const text = files.kind(path) === 'file' ? readText(files, path, SCRIPT_BYTES) : undefined
    return typeof text === 'string' ? [{ path, text }] : []
  })
  const [script] = scripts
  const isShell = start.kind !== 'script' || start.shell === 'sh' || start.shell === 'bash'
  const onlySearches =
    script === undefined
      ? isShell && searches(command)
      : isShellText(script.path, script.text) && searches(script.text)
  return { all: [command, ...scripts.map(({ text }) => text)].join('\n'), onlySearches }
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : quoteWord(word)
}

function mayBeFile(word: string): boolean {
  return /[./]/.test(word) && !word.startsWith('-')
}

function searches(text: string): boolean {
  const programs = (readScript(text, noVariables)?.calls ?? []).flatMap((call) => {
    const started = startedBy(call)
    return started === undefined ? [] : nameOf(started.program.text)
  })
  return (
    programs.some((name) => SEARCHES.test(name)) &&
    programs.every((name) => SEARCHES.test(name) || HELPERS.test(name))
  )
}

/** Tools that a text names, or whose own argument it reads. */
export function toolsNamedIn(text: string): readonly string[] {
  const named = canonicalTools.filter((tool) => new RegExp(`\\b${tool}\\b`).test(text))
  const reads = /\btool_input\W{1,4}command\b/.test(text) ? ['Bash'] : []
  return [...new Set([...named, ...reads])]
}
