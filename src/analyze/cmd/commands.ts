import type { Word } from '../line.ts'
import { LIMITS } from '../limits.ts'
import { folderAfter } from '../windows/folders.ts'
import { report } from '../windows/output.ts'
import { isScriptFile, windowsName } from '../windows/program-name.ts'
import { endWord, type Scan } from './state.ts'

/** Commands of cmd itself, whose options may follow the name without a space. */
const BUILTINS: ReadonlySet<string> = new Set(
  (
    'assoc call cd chdir cls color copy date del dir echo endlocal erase exit for format ftype goto if md mkdir ' +
    'mklink move path pause popd prompt pushd rd rem ren rename rmdir set setlocal shift start time title type ' +
    'ver verify vol'
  ).split(' '),
)

/** Ends a command. `isPipe`: what it prints goes to the next one. */
export function endCommand(scan: Scan, { isPipe = false } = {}): void {
  endWord(scan)
  const words = spelledOut(withoutLead(scan.words))
  const { redirections, piped } = scan
  Object.assign(scan, { words: [], redirections: [], redirects: undefined, piped: [] })
  if (words.length === 0) return
  const id = addProgram(scan, words, { redirections, piped })
  if (isPipe && id !== undefined) scan.piped = [id]
}

/** Where the command of `if`, `for` and others begins; `at` is the index of the word itself. */
const LEADS: Readonly<Record<string, (words: readonly string[], at: number) => number>> = {
  '@': (_, at) => at + 1,
  call: (_, at) => at + 1,
  do: (_, at) => at + 1,
  else: (_, at) => at + 1,
  if: behindCondition,
  for: (words, at) => {
    const found = words.indexOf('do', at)
    return found === -1 ? words.length : found + 1
  },
}

/** Returns the words without what only says when they run. */
function withoutLead(words: readonly Word[]): readonly Word[] {
  const texts = words.map(({ text }) => text.toLowerCase())
  for (let at = 0; at < words.length;) {
    const text = texts[at] as string
    const name = /^@+./.test(text) ? text.replace(/^@+/, '') : text
    if (/^(?::|rem$)/.test(name)) return []
    const lead = Object.hasOwn(LEADS, name) ? LEADS[name] : undefined
    if (lead === undefined) return [withoutAt(words[at] as Word), ...words.slice(at + 1)]
    at = lead(texts, at)
  }
  return []
}

function withoutAt(word: Word): Word {
  const length = /^@+(?=.)/.exec(word.text)?.[0].length ?? 0
  return length === 0 ? word : { ...word, text: word.text.slice(length), shape: word.shape.slice(length) }
}

function behindCondition(words: readonly string[], start: number): number {
  let at = start + 1
  while (words[at] === '/i' || words[at] === 'not') at++
  if (/^(?:exist|defined|errorlevel|cmdextversion)$/.test(words[at] ?? '')) return at + 2
  if (/.==./.test(words[at] ?? '')) return at + 1
  return at + 3
}

/** `rd/s/q x` is `rd /s /q x`. */
function spelledOut(words: readonly Word[]): readonly Word[] {
  const [first, ...rest] = words
  if (first === undefined) return words
  const [, name = '', options = ''] = /^([a-z]{2,8})(?:[,;=]|(?=[/.:\\[\]+]))(.*)$/is.exec(first.text) ?? []
  const isGlued = first.known && BUILTINS.has(name.toLowerCase())
  const all = isGlued ? [plain(name), ...(options === '' ? [] : [plain(options)]), ...rest] : words
  const isBuiltin = BUILTINS.has(all[0]?.text.toLowerCase() ?? '')
  return isBuiltin ? all.flatMap(eachOption) : all
}

function eachOption(word: Word): readonly Word[] {
  if (!word.known || !/^\/[a-z?][^/\\]*\/[a-z?]/i.test(word.text)) return [word]
  return word.text.split(/(?=\/)/).map(plain)
}

function plain(text: string): Word {
  return { text, shape: text.replaceAll('*', String.raw`\*`), known: true, isGlob: false }
}

type Around = Pick<Scan, 'redirections' | 'piped'>

function addProgram(scan: Scan, words: readonly Word[], { redirections, piped }: Around): number | undefined {
  const { programs } = scan.out
  const [first] = words
  if (first === undefined) return undefined
  if (programs.length >= LIMITS.programs) {
    report(scan.out, 'too-large')
    scan.at = scan.text.length
    return undefined
  }
  const name = first.known || isPathToProgram(first) ? windowsName(first.text) : ''
  programs.push({
    id: programs.length,
    name,
    words: [...words],
    redirections,
    variables: [...scan.environment],
    folder: scan.folder,
    input: piped.length > 0 ? { from: 'pipe', programs: piped } : { from: 'line' },
    via: undefined,
  })
  const id = programs.length - 1
  if (name === '') report(scan.out, 'run-time-name', id)
  if (isScriptFile(name)) report(scan.out, 'unseen-script', id)
  takeEffect(scan, name, words.slice(1))
  return id
}

/** A folder that is not known does not hide the name behind it. */
function isPathToProgram({ shape, isGlob }: Word): boolean {
  return !isGlob && /\*[^*]*[\\/][\w.-]+$/.test(shape)
}

function takeEffect(scan: Scan, name: string, args: readonly Word[]): void {
  if (/^(?:cd|chdir|pushd)$/.test(name)) changeFolder(scan, args)
  else if (name === 'popd') scan.folder = { kind: 'unknown' }
  else if (name === 'set') setVariable(scan, args)
  else if (/^[a-z]:$/.test(name)) scan.folder = { kind: 'known', path: `${name}/` }
}

/** Without a folder, cd only prints where it is. */
function changeFolder(scan: Scan, args: readonly Word[]): void {
  const target = args.find(({ text }) => !/^\/d$/i.test(text))
  if (target !== undefined) scan.folder = folderAfter(scan.folder, target)
}

function setVariable({ variables, environment }: Scan, args: readonly Word[]): void {
  const text = args.map((each) => each.text).join(' ')
  const [, name, value = ''] = /^(?:\/[ap]\s{1,99})?([^=]+)=(.*)$/is.exec(text) ?? []
  if (name === undefined) return
  const isKnown = args.every(({ known, isGlob }) => known || isGlob) && !/^\/[ap]\s/i.test(text)
  variables.set(name.toLowerCase(), isKnown ? value : undefined)
  const shape = isKnown ? value.replaceAll('*', String.raw`\*`) : '*'
  environment.push({ name: name.toUpperCase(), value: { text: value, shape, known: isKnown, isGlob: false } })
}
