import type { Carried, CarriedAround } from '../carried.ts'
import type { Program, Word } from '../line.ts'
import { programName } from '../programs/names.ts'
import { runsText, startsWords, type Command } from './carrier.ts'
import { fileText } from './flows/pipes.ts'
import { writtenInLine } from './flows/written.ts'
import { pathOf } from './folders.ts'
import { codeProgram } from './interpreters/programs.ts'
import { scanCode } from './interpreters/scan.ts'
import { reports } from './reports.ts'
import { knownWord } from './words.ts'

/** Folders in which programs are that the system or a package manager has installed. */
const INSTALLED =
  /^(?:\/usr|\/bin|\/sbin|\/opt|\/snap|\/nix|\/Applications|\/System|\/Library|\/home\/linuxbrew|\/mnt\/c)\/|(?:^|\/)(?:node_modules\/\.bin|\.?v?env\/bin|vendor\/bin|\.cargo\/bin|go\/bin|\.local\/bin|\.bun\/bin|\.deno\/bin|\.nvm|\.pyenv|\.rbenv|\.asdf|\.volta|Windows)\//i
/** Wrappers of build tools that a project keeps beside its code. */
const BUILD_WRAPPERS = /^(?:gradlew|mvnw|sbt|bazelw|make|configure|manage\.py|bootstrap|artisan|rails|rake)$/

/** Returns what a script file that is named by its path runs, such as `./build.sh`. */
export function carriedByLocalScript({ program, around }: Command): readonly Carried[] {
  const [first] = program.words
  if (first === undefined || !first.text.includes('/') || program.via?.how === 'code') return []
  if (!first.known || first.text.startsWith('<(')) return []
  if (INSTALLED.test(first.text)) return first.text.startsWith('/') ? [] : installedScript(program, around)
  if (BUILD_WRAPPERS.test(programName(first.text))) return reports('project-code')
  const path = pathOf(program, first)
  const written = path === undefined ? undefined : writtenInLine(path, program.id, around.programs)
  // A copy of a program is that program.
  if (written?.kind === 'copy' && INSTALLED.test(written.source.text))
    return startsWords([written.source, ...program.words.slice(1)])
  const flow = fileText(program, first, around)
  if (flow.kind === 'unknown') return reports(flow.code)
  return flow.text.text.includes('\0') ? reports('unseen-script') : runsTextOfFile(flow.text.text)
}

/** What package managers write there only starts the program of a package; a shell script of another kind is read. */
function installedScript(program: Program, around: CarriedAround): readonly Carried[] {
  const flow = fileText(program, program.words[0] as Word, around)
  const text = flow.kind === 'text' ? flow.text.text : ''
  const isScript = /^#![^\n]*\b(?:ba|da|z|k)?sh\b/.test(text)
  return isScript && !/\bbasedir=/.test(text) ? runsTextOfFile(text) : []
}

/** The first line says which interpreter reads a file; without one it is a shell. */
function runsTextOfFile(text: string): readonly Carried[] {
  const [, path = 'sh', argument = ''] = /^#!\s*(\S+)(?:[ \t]+([^\n]*))?/.exec(text) ?? []
  const name =
    programName(path) === 'env' ? (argument.replace(/^-S\s*/, '').split(/\s/)[0] ?? '') : programName(path)
  const row = codeProgram(name)
  if (row !== undefined) return scanCode(text, row.language)
  return /^(?:\w*sh|)$/.test(name) ? runsText(knownWord(text), { how: 'file' }) : reports('unseen-script')
}
