import { fileText } from '../../../analyze/carry/flows/pipes.ts'
import { scriptSource } from '../../../analyze/programs/interpreters.ts'
import type { Program, Word } from '../../../analyze/line.ts'
import { touchesOf } from '../../touches/touches-of.ts'
import type { Finding } from '../finding.ts'
import { MOST_TOUCHES, shown, type Look, type Rule } from '../look.ts'

const SHELL = /^(?:sh|bash|rbash|dash|zsh|ksh|mksh|ash|fish|csh|tcsh|source|\.)$/
const PRINTS = /^(?:echo|printf|git|gh|glab|commit|cat|tee|grep|rg|sed|awk|node|python[\d.]*|jq|curl)$/

/** What cannot be known of a program although the analysis says nothing about it. */
export const hidesSomething: Rule = (look) => {
  const found = loads(look) ?? runsWritten(look) ?? runsPiped(look) ?? looksAlike(look) ?? tooMany(look)
  return found === undefined
    ? undefined
    : ({
        category: 'unanalysable',
        program: look.name,
        what: found,
        instead: 'Write the command out, in smaller steps.',
      } satisfies Finding)
}

/** The loader of the system runs the program that its first word names, whatever this is. */
function loads({ name }: Look): string | undefined {
  return /^ld-(?:linux|musl)|^ld\.so/.test(name)
    ? 'run a program through the loader of the system'
    : undefined
}

/** A script that the same line writes, with a text that the analysis did not find. */
function runsWritten({ program, line, name }: Look): string | undefined {
  if (hasInner(program, line.programs)) return undefined
  const file = fileRunBy(program, name)
  if (file === undefined) return undefined
  const flow = fileText(program, file, { programs: line.programs, read: () => undefined })
  if (flow.kind === 'text' && flow.text.known) return undefined
  const isWritten = line.programs.some(
    (each) =>
      each.id < program.id &&
      touchesOf(each).some((touch) => isChange(touch.how) && lastName(touch.file) === lastName(file)),
  )
  return isWritten ? `run a file that the same line writes (${shown(file)})` : undefined
}

function isChange(how: string): boolean {
  return how === 'write' || how === 'change' || how === 'move' || how === 'link'
}

function fileRunBy({ words }: Program, name: string): Word | undefined {
  if (name === 'source' || name === '.') return words[1]
  const [first] = words
  const source = scriptSource(words.map(({ text }) => text))
  if (source?.from === 'file') return words[source.at - 1]
  return first !== undefined && /\//.test(first.text) && !/^\/(?:usr\/)?s?bin\//.test(first.text)
    ? first
    : undefined
}

function lastName({ text }: Word): string {
  return text.slice(text.lastIndexOf('/') + 1)
}

function hasInner({ id }: Program, programs: readonly Program[]): boolean {
  return programs.some(({ via }) => via?.program === id && via.how !== 'substitution')
}

/** A shell that runs what another program prints. */
function runsPiped({ program, line, name }: Look): string | undefined {
  if (!SHELL.test(name) || program.input.from !== 'pipe' || hasInner(program, line.programs)) return undefined
  const source = scriptSource(program.words.map(({ text }) => text))
  return source?.from === 'stdin' ? 'run what another program prints' : undefined
}

const UNSEEN = /[\u200B\u2060\u2061-\u2064\uFEFF\u202A-\u202E\u2066-\u2069\u00AD]/
const DASH = /^[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]\w/

/** Characters that nobody sees, or that look like others. */
function looksAlike({ program, name }: Look): string | undefined {
  if (PRINTS.test(name)) return undefined
  const word = program.words.find(({ text }) => !/\s/.test(text) && (UNSEEN.test(text) || DASH.test(text)))
  return word === undefined ? undefined : 'use a word with characters that are not what they look like'
}

function tooMany({ touches }: Look): string | undefined {
  return touches.length > MOST_TOUCHES ? 'name more files than are looked at' : undefined
}
