import type { Word } from '../line.ts'
import { valuesOf, type Arguments } from './options.ts'
import { knownWord } from './words.ts'

/** A folder of this machine that a container sees at another path. */
export type Mount = { readonly host: string; readonly inside: string; readonly isKnown: boolean }

/** Reads `-v HOST:INSIDE` and `--mount type=bind,src=HOST,dst=INSIDE`; names of volumes are not folders. */
export function mountsOf(given: Arguments): readonly Mount[] {
  return [
    ...valuesOf(given, '-v', '--volume').flatMap(({ text }) => mountOf(...splitVolume(text))),
    ...valuesOf(given, '--mount').flatMap(({ text }) =>
      mountOf(field(text, ['src', 'source']), field(text, ['dst', 'target', 'destination'])),
    ),
  ]
}

/** Returns a word of a command in a container with the paths as they are on this machine. */
export function seenFromHost(word: Word, mounts: readonly Mount[]): Word {
  return mounts.reduce(replaceFolder, word)
}

const CURRENT = /^(?:\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`|%cd%)/

function mountOf(host: string | undefined, inside: string | undefined): readonly Mount[] {
  if (host === undefined || inside === undefined || !inside.startsWith('/')) return []
  const path = host.replace(CURRENT, '.')
  if (!/^[./~$]/.test(path)) return []
  return [{ host: path, inside: withoutSlash(inside), isKnown: !/[$`]/.test(path) }]
}

function splitVolume(text: string): readonly [string | undefined, string | undefined] {
  const [host, inside] = text.split(':')
  return [host, inside]
}

function field(text: string, names: readonly string[]): string | undefined {
  const found = text.split(',').find((each) => names.includes(each.split('=')[0] ?? ''))
  return found?.slice(found.indexOf('=') + 1)
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Every place where the folder stands as a whole, such as both in `cp /h/a /h/b`. */
function replaceFolder(word: Word, { host, inside, isKnown }: Mount): Word {
  let text = ''
  let from = 0
  for (let at = word.text.indexOf(inside); at !== -1; at = word.text.indexOf(inside, from)) {
    const next = at + inside.length
    const isWhole =
      !/[\w./-]/.test(word.text[at - 1] ?? ' ') && (inside === '/' || !/[\w.-]/.test(word.text[next] ?? ' '))
    text += word.text.slice(from, at) + (isWhole ? hostPath(host, word.text[next], inside) : inside)
    from = next
  }
  if (from === 0) return word
  const whole = text + word.text.slice(from)
  return word.known && isKnown
    ? knownWord(whole)
    : { ...word, text: whole, shape: isKnown ? word.shape : '*', known: false }
}

function hostPath(host: string, next: string | undefined, inside: string): string {
  const path = withoutSlash(host)
  if (inside === '/') return path === '/' ? '/' : `${path}/`
  return path === '/' && next === '/' ? '' : path
}
