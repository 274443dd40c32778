import * as path from 'node:path'
import { issue, warning, type Issue } from '../core/issue.ts'
import type { CallWord } from '../covers/calls.ts'
import { BUILTINS } from '../covers/commands.ts'
import { askedFor, startedBy } from './call-program.ts'
import type { HookScript } from './hook-scripts.ts'
import { inspectRunner } from './inspect-runners.ts'
import { inspectFirstLine, inspectLineEnds } from './inspect-script-file.ts'
import type { Subject } from './inspect-subject.ts'
import { pathsOf } from './named-path.ts'
import { scriptOperand } from './script-operand.ts'

/** Scripts and programs that the shell texts of one hook start and that are not there, or cannot be started. */
export function inspectPrograms(scripts: readonly HookScript[], around: Subject['around']): readonly Issue[] {
  const known = knownNames(scripts)
  return scripts.flatMap((script) =>
    script.script.calls.flatMap((call, at) => {
      const started = startedBy(call)
      if (started === undefined || call.isTolerated) return []
      const isFirst = script.isArgv && at === 0 && started.starters.length === 0
      const subject = { call, started, script, around }
      return [
        ...(isFirst ? firstLineOnly(subject) : missingProgram(subject, known)),
        ...missingOperand(subject),
        ...inspectRunner(subject),
      ]
    }),
  )
}

type Known = {
  readonly names: ReadonlySet<string>
  /** Names may come from a file that was not read, or PATH is another one. */
  readonly isOpen: boolean
}

function knownNames(scripts: readonly HookScript[]): Known {
  const names = new Set<string>()
  let isOpen = false
  const read = new Set(scripts.flatMap(({ file }) => file ?? []))
  for (const { script, base, hook } of scripts) {
    for (const name of [...script.functions, ...askedFor(script.calls)]) names.add(name)
    const env = hook.handler.type === 'command' ? hook.handler.env : undefined
    isOpen ||= env !== undefined && 'PATH' in env
    for (const { words, assigned } of script.calls) {
      const [name = '', ...args] = words.map(({ text }) => text)
      isOpen ||= [...args, ...assigned.map(({ written }) => written)].some((text) => text.startsWith('PATH='))
      if (name === 'alias') for (const each of args) names.add(each.replace(/=.*$/s, ''))
      if (name === 'source' || name === '.') isOpen ||= !isRead(words[1], { base, read })
    }
  }
  return { names, isOpen }
}

function isRead(
  word: CallWord | undefined,
  { base, read }: { readonly base: HookScript['base']; readonly read: ReadonlySet<string> },
): boolean {
  return word !== undefined && pathsOf(word, base).some((file) => read.has(file))
}

function missingProgram(subject: Subject, known: Known): readonly Issue[] {
  const { program } = subject.started
  if (program.text.includes('/')) return missingFile(program, subject, { mustRun: true })
  const isName = program.isKnown && /^[\w.+@-]+$/.test(program.text) && !/^\d+$/.test(program.text)
  if (!isName || known.isOpen || known.names.has(program.text) || BUILTINS.has(program.text)) return []
  const { around } = subject
  if (around.places.platform === 'win32' || around.onPath(program.text) !== undefined) return []
  return [
    problem(
      subject,
      program,
      'program.missing',
      `Program "${program.text}"${whose(subject)} was not found.`,
      'Install it, or name it by its path.',
    ),
  ]
}

function firstLineOnly({ started, script, around }: Subject): readonly Issue[] {
  if (!started.program.text.includes('/')) return []
  const file = pathsOf(started.program, script.base).find((each) => around.files.kind(each) === 'file')
  if (file === undefined || (around.places.platform !== 'win32' && !around.mayRun(file))) return []
  return [...inspectFirstLine(file, { script, around }), ...inspectLineEnds(file, { script, around })]
}

function missingOperand(subject: Subject): readonly Issue[] {
  const { program, args } = subject.started
  const word = scriptOperand(program.text, args)
  return word === undefined ? [] : missingFile(word, subject, { mustRun: false })
}

function missingFile(
  word: CallWord,
  subject: Subject,
  { mustRun }: { readonly mustRun: boolean },
): readonly Issue[] {
  const { script, around, started } = subject
  const candidates = pathsOf(word, script.base)
  if (candidates.length === 0) return []
  const file = candidates.flatMap(moduleFiles).find((each) => around.files.kind(each) !== undefined)
  const shown = shownPath(word)
  if (file === undefined)
    return [
      problem(
        subject,
        word,
        'script.missing',
        `Script "${shown}"${whose(subject)} was not found.`,
        'Create it, or correct the path.',
      ),
    ]
  if (around.files.kind(file) !== 'file') return []
  if (!mustRun) return inspectLineEnds(file, { script, around })
  const isLocked = around.places.platform !== 'win32' && !around.mayRun(file)
  const locked = `Script "${shown}"${whose(subject)} is not executable.`
  if (isLocked && !started.starters.includes('command'))
    return [problem(subject, word, 'script.locked', locked, `Run: chmod +x ${shown}`)]
  return [...inspectFirstLine(file, { script, around }), ...inspectLineEnds(file, { script, around })]
}

/** Node finds `x` as x.js. */
function moduleFiles(file: string): readonly string[] {
  return path.extname(file) === '' ? [file, `${file}.js`, `${file}.cjs`, `${file}.mjs`, `${file}.ts`] : [file]
}

/** As the command has it, where that is readable. */
function shownPath({ text, written }: CallWord): string {
  return text.includes('$') ? written.replaceAll(/["']/g, '') : text
}

function whose({ script: { file, hook } }: Subject): string {
  return file === undefined
    ? ` of hook ${hook.id}`
    : `, which "${path.basename(file)}" of hook ${hook.id} calls,`
}

/** An error only where it is certain that the command is run. */
function problem(
  { call, script }: Subject,
  word: CallWord,
  ...[code, message, hint]: readonly [string, string, string]
): Issue {
  const make = call.isConditional || script.file !== undefined ? warning : issue
  return make(code, script.placeOf(word), message, hint)
}
