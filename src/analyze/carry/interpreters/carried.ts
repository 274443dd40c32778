import type { Carried } from '../../carried.ts'
import type { Word } from '../../line.ts'
import { startsWords, type Command } from '../carrier.ts'
import type { Flow } from '../flows/flow.ts'
import { inputOf, scriptText, substitutedText } from '../flows/pipes.ts'
import { hasOption, readArguments, valuesOf, type Arguments } from '../options.ts'
import { reports } from '../reports.ts'
import type { CodeLanguage } from './language.ts'
import { codeProgram, type CodeProgram } from './programs.ts'
import { scanCode } from './scan.ts'

/** Returns what an interpreter runs: its code starts programs, or changes files. */
export function carriedByCode(command: Command): readonly Carried[] {
  const row = codeProgram(command.name)
  return row === undefined ? [] : runsCode(command, row)
}

/** Scans a word that is code; where it comes out of substitutions, what they write. */
export function scanWord(
  { program, around }: Command,
  word: Word,
  language: CodeLanguage,
): readonly Carried[] {
  if (word.known || !/^\*+$/.test(word.shape)) return scanCode(word.text, language)
  const flow = /\$\(|`/.test(word.text) ? substitutedText(program, around) : undefined
  return flow === undefined ? reports('run-time-script') : scanFlow(flow, language)
}

/** Scans code that flows into an interpreter. */
export function scanFlow(flow: Flow | undefined, language: CodeLanguage): readonly Carried[] {
  if (flow === undefined) return []
  return flow.kind === 'text' ? scanCode(flow.text.text, language) : reports(flow.code)
}

function runsCode(command: Command, row: CodeProgram): readonly Carried[] {
  const given = readArguments(command.args, row.rules)
  return [...loaded(given, row), ...runsGiven(command, given, row)]
}

function runsGiven(command: Command, given: Arguments, row: CodeProgram): readonly Carried[] {
  const texts = valuesOf(given, ...row.code)
  if (texts.length > 0) return texts.flatMap((text) => scanWord(command, text, row.language))
  const [module] = valuesOf(given, ...(row.module ?? []))
  if (module !== undefined) return runsModule(command, module)
  const file = valuesOf(given, ...(row.file ?? []))[0] ?? given.operands[0]
  if (file !== undefined) return scanFlow(scriptText(command.program, file, command.around), row.language)
  return hasOption(given, ...(row.idle ?? []), ...row.code)
    ? []
    : scanFlow(inputOf(command.program, command.around), row.language)
}

/** Modules of Python that run nothing of the project. */
const OWN_MODULES =
  /^(?:pip|venv|ensurepip|json\.tool|http\.server|zipfile|tarfile|gzip|py_compile|compileall|timeit|site|sysconfig|calendar|base64|uuid|this|platform|ast|tokenize|dis|inspect|pydoc|webbrowser|ftplib|smtplib|sqlite3|black|ruff|isort|flake8|mypy|pylint|pyright|build|twine|virtualenv|pipx|poetry|uv|pre_commit)$/

function runsModule({ args }: Command, module: Word): readonly Carried[] {
  const at = args.findIndex(({ text }) => /^-[A-Za-z]*m/.test(text) && module.text !== '')
  const behind = args.slice(at + (args[at]?.text.endsWith('m') === true ? 2 : 1))
  return [
    ...startsWords([module, ...behind]),
    ...(OWN_MODULES.test(module.text) ? [] : reports('project-code')),
  ]
}

/** A package by its name is a library; a path is a file, and `data:` is code that hides. */
function loaded(given: Arguments, { loads = [] }: CodeProgram): readonly Carried[] {
  return valuesOf(given, ...loads).flatMap(({ text, known }) => {
    if (text.startsWith('data:')) return reports('hidden-code')
    return !known || /^[./~]/.test(text) ? reports('loaded-code') : []
  })
}
