import * as path from 'node:path'
import { issue, type Issue } from '../core/issue.ts'
import { readText } from '../ports/files.ts'
import { isShellText, SCRIPT_BYTES, type HookScript } from './hook-scripts.ts'
import type { InspectContext } from './inspect-context.ts'

type Around = {
  readonly script: Pick<HookScript, 'hook' | 'isArgv' | 'base'>
  readonly around: Pick<InspectContext, 'files' | 'places' | 'onPath'>
}

/** The first line of a script that is started by itself: whether what it names can start. */
export function inspectFirstLine(file: string, { script, around }: Around): readonly Issue[] {
  if (around.places.platform === 'win32') return []
  const text = readText(around.files, file, SCRIPT_BYTES)
  if (typeof text !== 'string' || text.includes('\0')) return []
  const place = { file, hook: script.hook.id, line: 1, column: 1 }
  const name = path.basename(file)
  const [, line] = /^#!(.*)/.exec(text) ?? []
  if (line === undefined) {
    // A shell runs such a file itself; without one nobody does.
    if (!script.isArgv) return []
    const message = `"${name}" of hook ${script.hook.id} is started without a shell, and its first line does not say which program reads it.`
    return [issue('script.first-line', place, message, 'Begin it with a line such as `#!/bin/sh`.')]
  }
  if (line.endsWith('\r')) return []
  const program = interpreterIn(line)
  if (program === undefined || isThere(program, around)) return []
  const message = `"${name}" of hook ${script.hook.id} needs "${program}", which was not found.`
  return [
    issue(
      'program.missing',
      { ...place, length: line.length + 2 },
      message,
      'Install it, or correct the first line of the script.',
    ),
  ]
}

function interpreterIn(line: string): string | undefined {
  const [program, ...args] = line.trim().split(/\s+/)
  if (program === undefined || program === '') return undefined
  if (!/(?:^|\/)env$/.test(program)) return program
  return args.find((word) => !word.startsWith('-') && !word.includes('=')) ?? program
}

function isThere(program: string, { files, onPath }: Around['around']): boolean {
  return path.isAbsolute(program) ? files.kind(program) !== undefined : onPath(program) !== undefined
}

/** Shells take the carriage return for a part of the last word of each line. */
export function inspectLineEnds(file: string, { script, around }: Around): readonly Issue[] {
  const text = readText(around.files, file, SCRIPT_BYTES)
  if (typeof text !== 'string' || !text.includes('\r\n')) return []
  const first = text.split('\n', 1)[0] ?? ''
  if (!isShellText(file, text) && !(first.startsWith('#!') && first.endsWith('\r'))) return []
  const message = `"${path.basename(file)}" of hook ${script.hook.id} has the line ends of Windows, which break its first line and its commands.`
  const hint = `Run: sed -i 's/\\r$//' ${file}`
  return [issue('script.line-ends', { file, hook: script.hook.id, line: 1, column: 1 }, message, hint)]
}
