import { gitSubcommand } from './git.ts'
import { MORE_WRAPPERS } from './more-wrappers.ts'
import { programName } from './names.ts'
import type { Wrapper } from './wrapper.ts'

/** More nested wrappers than this are not a command line anybody writes. */
const MAX_STARTS = 32
/** Each nested command is read with all words behind it: this bounds their product, and with it the time. */
const MAX_WORDS_READ = 200_000

const XARGS: Wrapper = { valued: 'adEILnPs', attached: 'eil' }

/**
 * The first rows are what Claude Code strips for permission rules (2.1.325), the others are in daily use. A program
 * that is not here may run any of its words; a row only says which one, so that `sudo grep rm` is not taken for `rm`.
 */
const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  Object.entries({
    timeout: { operands: 1, valued: 'ks', long: 'kill-after signal' },
    time: { valued: 'fo', long: 'format output' },
    nice: { valued: 'n', long: 'adjustment' },
    nohup: { long: '' },
    stdbuf: { valued: 'ioe', long: 'input output error' },
    command: { long: '' },
    builtin: { long: '' },
    noglob: { long: '' },
    xargs: XARGS,

    sudo: {
      valued: 'CDghpRrTtUu',
      long: 'close-from chdir group host prompt chroot role command-timeout type other-user user',
    },
    doas: { valued: 'Cu' },
    env: { valued: 'uCSa', long: 'unset chdir split-string argv0' },
    exec: { valued: 'a' },
    setsid: { long: '' },
    flock: { operands: 1, valued: 'wE', long: 'wait timeout conflict-exit-code' },
    busybox: { long: '' },
    runuser: { valued: 'ugGscwT', long: 'user group supp-group shell command whitelist-environment' },
    script: { operands: 1, valued: 'cEIBOomTt' },
    chroot: { operands: 1, long: '' },
    'systemd-run': {
      valued: 'puEMHCtdG',
      long:
        'property unit setenv machine host slice description service-type uid gid nice working-directory on-active ' +
        'on-boot on-startup on-unit-active on-unit-inactive on-calendar path-property socket-property timer-property',
    },
    pkexec: { long: 'user' },
    npx: { valued: 'p', long: 'package cache userconfig workspace prefix' },
    bunx: { valued: 'p', long: 'package' },
    pnpx: { long: 'package' },
    uvx: { valued: 'p', long: 'from with python index index-url with-requirements with-editable directory' },
    ...MORE_WRAPPERS,
  } satisfies Record<string, Wrapper>),
)

/** Indexes of `words` at which a command starts: the first word, and what each wrapper wraps. Undefined: too many. */
export function commandStarts(words: readonly string[]): readonly number[] | undefined {
  const starts = [0]
  for (const at of starts) {
    starts.push(...wrappedBy(words, at).filter((next) => !starts.includes(next)))
    if (starts.length > MAX_STARTS || starts.length * words.length > MAX_WORDS_READ) return undefined
  }
  return starts
}

/** How a wrapper names the command that it runs; undefined for a program that is none. */
export function wrapperOf(name: string): Wrapper | undefined {
  return WRAPPERS.get(name)
}

/** Indexes of `words` at which the command of a wrapper may start, where `words[0]` is the wrapper. */
export function startsWrapped(words: readonly string[], wrapper: Wrapper): readonly number[] {
  return afterOptions(words, 1, wrapper)
}

export function isWrapper(name: string): boolean {
  return WRAPPERS.has(name)
}

/** How words get into a command that do not stand in its text. */
export type Feed = {
  /** What stands for them in the words from index `from` on; empty when nothing does. */
  readonly hole: string
  readonly from: number
  /** They are added behind the last word. */
  readonly appends: boolean
  /** The shape of each of them, where they are paths that cannot look like an option. */
  readonly path?: string | undefined
}

/** Returns which words `xargs` or `find` adds to the command it runs; undefined when the line has neither. */
export function fedFromOutside(words: readonly string[]): Feed | undefined {
  const starts = commandStarts(words) ?? []
  const at = starts.find((start) => /^(?:xargs|find)$/.test(programName(words[start] ?? '')))
  if (at === undefined || !starts.some((start) => start > at)) return undefined
  if (programName(words[at] ?? '') === 'find')
    return { hole: '{}', from: at + 1, appends: false, path: pathsOf(words, at) }
  return fedByXargs(words, at)
}

/** Each path that find gives to `-exec` begins with one of the folders that it was told. */
function pathsOf(words: readonly string[], at: number): string | undefined {
  const folders = words.slice(at + 1, startOfTests(words, at))
  const isPlain = folders.every((word) => /^[\w./]+$/.test(word))
  return isPlain && !words.some((word) => /^-(?:execdir|okdir|files0-from)$/.test(word)) ? './*' : undefined
}

function startOfTests(words: readonly string[], at: number): number {
  const next = words.findIndex((word, index) => index > at && /^[-(!]/.test(word))
  return next === -1 ? words.length : next
}

/** Index behind the command that starts at `at`: in `find -exec` it ends at `;`, or at `+` behind `{}`. */
export function endOfCommand(words: readonly string[], at: number): number | undefined {
  if (programName(words[0] ?? '') !== 'find' || at === 0) return undefined
  const end = words.findIndex(
    (word, index) => index > at && (word === ';' || (word === '+' && words[index - 1] === '{}')),
  )
  return end === -1 ? undefined : end
}

/** Only the options before the command are those of xargs. The command itself may have the same letters. */
function fedByXargs(words: readonly string[], at: number): Feed {
  let index = at + 1
  for (; words[index]?.startsWith('-'); index++) {
    const word = words[index] ?? ''
    const [written, letter] = REPLACES.exec(word) ?? []
    if (written !== undefined) {
      const attached = word.slice(written.length)
      const next = letter === 'I' && attached === '' ? words[index + 1] : undefined
      return { hole: attached || (next ?? '{}'), from: index + 1, appends: false }
    }
    if (takesNextWord(word, XARGS) || /^--(?:a|d|max-[acp]|p)[^=]*$/.test(word)) index++
  }
  return { hole: '', from: at, appends: true }
}

/** Letters before it that take a value would take it along. */
const REPLACES = /^(?:-[^-adeEILnPsil]*([Ii])|--r(?:eplace)?(?:=|$))/

function wrappedBy(words: readonly string[], at: number): readonly number[] {
  const name = programName(words[at] ?? '')
  if (name === 'find') return executedByFind(words, at)
  if (name === 'git') return executedByBisect(words, gitSubcommand(words, at))
  const wrapper = WRAPPERS.get(name)
  if (wrapper === undefined || (name === 'command' && /^-[vV]/.test(words[at + 1] ?? ''))) return []
  return afterOptions(words, at + 1, wrapper)
}

/** A long option may or may not take the next word, so one more word counts as a possible start for each. */
function afterOptions(words: readonly string[], from: number, wrapper: Wrapper): readonly number[] {
  const found: number[] = []
  let operands = wrapper.operands ?? 0
  let doubtful = 0
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') {
      // Nothing behind it is an option of the wrapper.
    } else if (takesNextWord(word, wrapper)) at++
    else if (isLongOption(word)) {
      if (wrapper.long === undefined) doubtful++
      else if (takesNextWordLong(word, wrapper.long)) at++
    } else if (!/^-|^\w+=/.test(word)) {
      if (operands <= 0 || doubtful > 0) found.push(at)
      if (operands-- <= 0 && doubtful-- <= 0) return found
    }
  }
  return found
}

/** The first letter that takes a value takes what is left of the word, or the next one when nothing is. */
function takesNextWord(word: string, { valued = '', attached = '' }: Wrapper): boolean {
  if (!/^-[^-]/.test(word)) return false
  const at = word.split('').findIndex((letter) => valued.includes(letter) || attached.includes(letter))
  return at !== -1 && at === word.length - 1 && valued.includes(word[at] ?? '')
}

/** Every unambiguous beginning of a long option will do. */
function takesNextWordLong(word: string, long: string): boolean {
  return long !== '' && long.split(' ').some((name) => name.startsWith(word.slice(2)))
}

function isLongOption(word: string): boolean {
  return /^--\w[^=]*$/.test(word)
}

function executedByFind(words: readonly string[], at: number): readonly number[] {
  return words.flatMap((word, index) =>
    index > at && /^-(?:exec|execdir|ok|okdir)$/.test(word) && index + 1 < words.length ? [index + 1] : [],
  )
}

function executedByBisect(words: readonly string[], at: number): readonly number[] {
  return words[at] === 'bisect' && words[at + 1] === 'run' && at + 2 < words.length ? [at + 2] : []
}
