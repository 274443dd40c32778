import type { Effect } from './decision.ts'

/** What a host takes of one text, and what is shown of a longer one. In UTF-16 units. */
export type TextCaps = {
  /** Longer texts are kept in a file, and the text names it. */
  readonly most: number
  readonly head: number
  readonly tail: number
}

/** Effects whose text a model or a person reads. */
export type TextEffect = Extract<Effect, { readonly text: string }>

/** What stands in a captured text in the place of the bytes that were not kept. */
export function cutMark(droppedBytes: number): string {
  return `\n… ${droppedBytes} bytes left out …\n`
}

/** True for a captured text of which a part was not kept, so that no file can have the whole of it. */
export function isCut(text: string): boolean {
  return /\n… \d+ bytes left out …\n/.test(text)
}

/** What a text is replaced by: its two ends, and where the rest of it is. `file` is absent when it could not be kept. */
export function excerptOf(text: string, { head, tail }: TextCaps, file: string | undefined): string {
  const first = startOf(text, head)
  const last = endOf(text, tail)
  const left = text.length - first.length - last.length
  return [
    `[hookwright: ${sizeOf(text)}${whereIs(text, file)}]`,
    first,
    `[… ${counted(left)} characters left out …]`,
    last,
  ].join('\n')
}

export function isLong(effect: Effect, { most }: TextCaps): effect is TextEffect {
  return isText(effect) && effect.text.length > most
}

/** Texts of one kind go to the host as one, each once, with a blank line between them. */
export function lengthOf(effects: readonly Effect[], kind: TextEffect['kind']): number {
  const texts = new Set(
    effects.flatMap((effect) => (isText(effect) && effect.kind === kind ? effect.text : [])),
  )
  return [...texts].join(BETWEEN).length
}

/** True when the texts of all hooks together are more than the host takes. */
export function exceeds(effects: readonly Effect[], { most }: TextCaps): boolean {
  return TEXT_KINDS.some((kind) => lengthOf(effects, kind) > most)
}

export const BETWEEN = '\n\n'

export const TEXT_KINDS: readonly TextEffect['kind'][] = [
  'add-context',
  'keep-going',
  'message',
  'initial-message',
]

function isText(effect: Effect): effect is TextEffect {
  return 'text' in effect
}

function sizeOf(text: string): string {
  const characters = `${counted(text.length)} characters`
  return isCut(text) ? `a longer text, of which ${characters} were kept, ` : `a text of ${characters}, `
}

function whereIs(text: string, file: string | undefined): string {
  if (file === undefined) return 'the rest is lost: it could not be written to a file'
  return `${isCut(text) ? '' : 'whole '}in ${file}`
}

/** Neither end is half of a surrogate pair. */
function startOf(text: string, length: number): string {
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

function endOf(text: string, length: number): string {
  const first = text.charCodeAt(text.length - length)
  return text.slice(text.length - (first >= 0xdc00 && first <= 0xdfff ? length - 1 : length))
}

function counted(characters: number): string {
  return characters.toLocaleString('en-US')
}
