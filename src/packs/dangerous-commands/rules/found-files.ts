import type { Program, Word } from '../../../analyze/line.ts'
import { gitCall } from '../../touches/git.ts'
import { namesOfFind } from '../../touches/editing.ts'
import { takeOptions, valuesOf } from '../../touches/options.ts'
import { mayBecome } from '../../touches/pattern.ts'
import { literal } from '../../touches/touch.ts'
import type { Look } from '../look.ts'

/**
 * Returns where the files lie that another program looks up, when a word stands for those: `find X -exec rm -rf {} +`,
 * `find X | xargs rm`, `find X | while read -r f; do rm "$f"; done`, `rm $(find X)`. Undefined: nothing is looked up.
 */
export function foundFiles(file: Word, look: Look): readonly Word[] | undefined {
  const { program, line } = look
  if (isFinder(program)) return filtered(program) ? narrowed(program) : undefined
  if (file.known) return undefined
  const carrier = program.via?.program === undefined ? undefined : line.programs[program.via.program]
  if (carrier !== undefined && isFinder(carrier)) return foundBy(carrier)
  if (carrier?.name === 'xargs' || carrier?.name === 'parallel')
    return listedByFirst(writersFor(carrier, look), look)
  const [, name] = /^\$\{?(\w+)\}?/.exec(file.text) ?? []
  const lister = name === undefined ? substituted(file, look) : inLoop(name, look)
  return listedByFirst(lister, look)
}

const LISTS =
  /(?:listdir|scandir|i?glob|os\.walk|readdir(?:Sync)?|opendir|Dir\.(?:glob|entries|children|each_child)|list\.files|Path\.wildcard!?)\b\s{0,9}[([]?\s{0,9}["']([^"'\n]{1,400})["']|Path\(\s{0,9}["']([^"'\n]{1,400})["']\s{0,9}\)\.(?:r?glob|iterdir)|(Path\.home\(\))\.(?:r?glob|iterdir)/g

/** Folders that the code around a call lists: `for f in os.listdir('/etc'): os.remove(f)`. */
export function listedInCode({ program, line }: Look): readonly Word[] {
  const { via } = program
  const carrier = via?.how === 'code' && via.program !== undefined ? line.programs[via.program] : undefined
  if (carrier === undefined) return []
  const input = carrier.input.from === 'text' ? [carrier.input.text.text] : []
  const code = [...carrier.words.slice(1).map(({ text }) => text), ...input].join('\n')
  return Array.from(code.slice(0, MAX_CODE).matchAll(LISTS), ([, called = '', path = '', home]) =>
    literal(home === undefined ? called || path : '~'),
  )
}

const MAX_CODE = 50_000

function isFinder({ name }: Program): boolean {
  return name === 'find' || name === 'fd' || name === 'fdfind'
}

function foundBy(finder: Program): readonly Word[] {
  return filtered(finder) ? narrowed(finder) : startsOf(finder)
}

function listedByFirst(listers: readonly Program[], look: Look): readonly Word[] | undefined {
  for (const lister of listers) {
    const found = listedBy(lister, look)
    if (found !== undefined) return found
  }
  return undefined
}

function writersFor({ input }: Program, { line }: Look): readonly Program[] {
  return input.from === 'pipe' ? input.programs.flatMap((id) => line.programs[id] ?? []) : []
}

/** `find X | while read f` and `for f in $(find X)`. */
function inLoop(name: string, look: Look): readonly Program[] {
  const { program, line } = look
  const readers = line.programs.filter(
    ({ name: own, words }) =>
      /^(?:read|mapfile|readarray)$/.test(own) && words.some(({ text }) => text === name),
  )
  const written = readers.flatMap((reader) => writersFor(reader, look))
  if (written.length > 0) return written
  return new RegExp(`\\b${name}(?:\\s+in\\s|=)[^;\\n]{0,200}(?:\\$\\(|\`)`).test(line.text.slice(0, MAX_TEXT))
    ? line.programs.filter(
        ({ via, id }) => via?.how === 'substitution' && via.program === undefined && id < program.id,
      )
    : []
}

const MAX_TEXT = 10_000

/** `rm $(find X)`. */
function substituted({ text }: Word, { program, line }: Look): readonly Program[] {
  if (!/^(?:\$\(|`)/.test(text)) return []
  const inside = line.programs.filter(
    ({ via }) => via?.how === 'substitution' && (via.program === program.id || via.program === undefined),
  )
  return inside.filter(({ words }) => words[0] !== undefined && text.includes(words[0].text))
}

const PASSES_ON = /^(?:grep|egrep|rg|head|tail|sort|uniq|tr|tee|sed|awk)$/

function listedBy(source: Program, look: Look): readonly Word[] | undefined {
  if (isFinder(source)) return foundBy(source)
  if (source.name === 'git' && gitCall(source.words).command?.text === 'ls-files')
    return paths(source).filter(({ text }) => /^[~/]|^\.\./.test(text))
  if (source.name === 'rg' && source.words.some(({ text }) => text === '--files'))
    return source.words.some(({ text }) => /^(?:-g|--glob|-t|--type)/.test(text))
      ? []
      : startsOr(paths(source))
  if (PASSES_ON.test(source.name) && source.input.from === 'pipe')
    return listedByFirst(writersFor(source, look), look)
  return source.name === 'ls' ? startsOr(paths(source), './x') : undefined
}

function paths({ words }: Program): readonly Word[] {
  return words.slice(1).filter(({ text }) => !text.startsWith('-'))
}

function startsOr(named: readonly Word[], otherwise = '.'): readonly Word[] {
  return named.length === 0 ? [literal(otherwise)] : named
}

const FD =
  '-e --extension -t --type -d --max-depth -E --exclude -x -X --exec --exec-batch -S --size -j --threads'

/** `fd PATTERN FOLDER…`; what it runs stands behind `-x`. */
function operandsOfFd({ words }: Program): readonly Word[] {
  const end = words.findIndex(({ text }) => /^(?:-[a-zA-Z]*[xX]|--exec|--exec-batch)$/.test(text))
  return takeOptions(words.slice(1, end === -1 ? undefined : end), { valued: FD }).operands
}

function startsOf(program: Program): readonly Word[] {
  if (program.name !== 'find') return startsOr(operandsOfFd(program).slice(1))
  const { words } = program
  const end = words.findIndex(({ text }, at) => at > 0 && /^[-(!]/.test(text) && !/^-[HLPO]/.test(text))
  return startsOr(words.slice(1, end === -1 ? undefined : end).filter(({ text }) => !text.startsWith('-')))
}

/** True when the search leaves files out. A name that fits every file, or `.git`, leaves out nothing. */
function filtered(program: Program): boolean {
  const { words, name } = program
  if (name !== 'find') {
    const [pattern] = operandsOfFd(program)
    const isExtension = valuesOf(takeOptions(words.slice(1), { valued: FD }), '-e', '--extension').length > 0
    return isExtension || (pattern !== undefined && !/^(?:\.?\*?|\^?\.\*?\$?|)$/.test(pattern.text))
  }
  if (words.some(({ text }) => text === '-empty')) return true
  const names = namesOfFind(words)
  return (
    names.length > 0 &&
    !names.some(
      ({ text, known }) =>
        (!known && !/[\w.]{2}/.test(text)) || /^[*.?/]+$/.test(text) || mayBecome(text, '.git'),
    )
  )
}

/** Some files below each starting point. */
function narrowed(program: Program): readonly Word[] {
  return startsOf(program).map((start) => ({
    ...start,
    text: `${start.text}/x`,
    shape: `${start.shape}/x`,
  }))
}
