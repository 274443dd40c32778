import type { Carried, CarriedAround } from '../carried.ts'
import type { Program, Word } from '../line.ts'
import { windowsName } from '../windows/program-name.ts'
import { runsText, startsWords, type CarrierRows, type Command } from './carrier.ts'
import { knownWord, replaceMark, unknownWord } from './words.ts'

export const WINDOWS_PROGRAM_ROWS: CarrierRows = {
  'start-process': carriedByStartProcess,
  start: carriedByStart,
  wsl: carriedByWsl,
  forfiles: ({ args }) => {
    const at = args.findIndex(({ text }) => /^\/c$/i.test(text))
    const [text] = at === -1 ? [] : args.slice(at + 1)
    return runsText(text === undefined ? undefined : replaceMark(text, '@path', unknownWord('$FOUND')), {
      language: 'cmd',
    })
  },
  'remove-item clear-content set-content move-item': carriedFromPipe,
}

const PARAMETERS =
  /^-(?:wait|nonewwindow|passthru|usenewenvironment|loaduserprofile|verb|windowstyle|workingdirectory|credential|redirect\w*|environment)$/i
const FLAGS = /^-(?:wait|nonewwindow|passthru|usenewenvironment|loaduserprofile)$/i

/** `-ArgumentList` takes every word up to the next parameter; PowerShell writes them into one line. */
function carriedByStartProcess({ args }: Command): readonly Carried[] {
  const words: Word[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as Word
    if (FLAGS.test(word.text) || /^-(?:filepath|argumentlist|args)$/i.test(word.text)) continue
    if (PARAMETERS.test(word.text)) at++
    else words.push(word)
  }
  const [program, ...rest] = words
  return program === undefined ? [] : startsWords([named(program), ...rest.flatMap(splitWord)])
}

function named(word: Word): Word {
  return word.known ? knownWord(windowsName(word.text)) : word
}

function splitWord(word: Word): readonly Word[] {
  return word.known ? word.text.split(/\s+/).filter(Boolean).map(knownWord) : [word]
}

/** `start "title" /b program`: the title cannot be told from a program, so that both are looked at. */
function carriedByStart({ args }: Command): readonly Carried[] {
  const from = args.findIndex(({ text }) => text !== '' && !/^\/(?:[a-z]+)$/i.test(text))
  if (from === -1) return []
  const words = args.slice(from)
  const [first, second, ...rest] = words
  const isTitle = first !== undefined && second !== undefined && /\s/.test(first.text)
  const behind = isTitle
    ? [second, ...rest].filter(({ text }) => !/^\/(?:b|min|max|wait|i|low|high)$/i.test(text))
    : words
  const [program, ...others] = behind
  return program === undefined ? [] : startsWords([named(program), ...others])
}

function carriedByWsl({ args }: Command): readonly Carried[] {
  let at = 0
  while (args[at]?.text.startsWith('-') === true) {
    const option = args[at++]?.text ?? ''
    if (/^(?:-e|--exec|--)$/.test(option)) break
    if (/^(?:-d|--distribution|-u|--user|--cd|--shell-type)$/.test(option)) at++
  }
  return startsWords(args.slice(at))
}

/** Cmdlets that pass on what they get. */
const PASSING = /^(?:where|select|sort|tee)-object$/
const MAX_PIPES = 24

/** What comes out of a pipe is what the cmdlet works on, as for xargs. */
function carriedFromPipe({ name, args, program, around }: Command): readonly Carried[] {
  const { input } = program
  if (input.from !== 'pipe' && input.from !== 'text') return []
  const targets =
    input.from === 'text' ? [input.text] : input.programs.flatMap((id) => pathsFrom(id, around, 0))
  return targets.flatMap((target) =>
    startsWords([knownWord(name), target, ...args], { input: { from: 'line' } }),
  )
}

function pathsFrom(id: number, around: CarriedAround, depth: number): readonly Word[] {
  const program = around.programs[id]
  if (program === undefined || depth > MAX_PIPES) return [unknownWord('$_')]
  if (PASSING.test(program.name) && program.input.from === 'pipe')
    return program.input.programs.flatMap((each) => pathsFrom(each, around, depth + 1))
  return listed(program)
}

function listed({ name, words }: Program): readonly Word[] {
  const args = words.slice(1)
  const names = filtersIn(args)
  const paths = args.filter((word) => !/^-[a-z]/i.test(word.text) && !names.includes(word))
  if (name === 'get-item' || name === 'resolve-path') return paths
  if (name !== 'get-childitem') return [unknownWord('$_')]
  const folders = paths.length === 0 ? [knownWord('.')] : paths
  return folders.flatMap((folder) =>
    (names.length === 0 ? ['*'] : names.flatMap(({ text }) => text.split(','))).map((each) =>
      inside(folder, each),
    ),
  )
}

/** Names that something has to have. One that is not known may be any. */
function filtersIn(args: readonly Word[]): readonly Word[] {
  return args.filter(
    ({ known, isGlob }, at) =>
      (known || isGlob) &&
      /^-(?:fi(?:l(?:t(?:e(?:r)?)?)?)?|i(?:n(?:c\w*)?)?)$/i.test(args[at - 1]?.text ?? ''),
  )
}

/** What has a name in a folder; `*` is anything. */
function inside(folder: Word, name: string): Word {
  if (!folder.known) return folder
  const pattern = /^[*.?]*$/.test(name) ? '*' : name
  return {
    text: `${folder.text}/${pattern}`,
    shape: `${folder.shape}/${pattern}`,
    known: false,
    isGlob: true,
  }
}
