import type { Loss, WrittenHook, ConfigWriter } from '../../dialects/writer.ts'
import type { ConfigText } from '../../config/write-config.ts'
import type { Translated } from './translation.ts'

type Pointer = readonly (string | number)[]

/** A translated hook, and the comments that stood above it. */
export type Item = { readonly translated: Translated; readonly comments: readonly string[] }

/** The new file as data, and where each hook of it stands. */
export type Assembled = {
  readonly config: ConfigText
  readonly pointers: ReadonlyMap<Translated, Pointer>
}

export type Assembling = {
  readonly writer: ConfigWriter
  /** Comments at the top, such as where the hooks came from. */
  readonly head: readonly string[]
}

/** Puts the entries of all hooks into one file, in the order of the hooks. */
export function assemble(items: readonly Item[], { writer, head }: Assembling): Assembled {
  const hooks: Record<string, Record<string, unknown>[]> = {}
  const pointers = new Map<Translated, Pointer>()
  const comments: { pointer: Pointer; lines: readonly string[] }[] = []
  const ids = new Set<string>()
  let last: Translated | undefined
  for (const { translated, comments: own } of items) {
    const { written } = translated
    if (written === undefined) continue
    const list = (hooks[written.event] ??= [])
    const pointer = [
      'hooks',
      written.event,
      ...place(list, translated, { last, written: withFreeId(written, ids) }),
    ]
    pointers.set(translated, pointer)
    comments.push({ pointer: commented(pointer), lines: [...own, ...translated.losses.flatMap(remark)] })
    last = translated
  }
  const config: ConfigText = {
    format: writer.format,
    value: { ...writer.top, hooks },
    head: [...(writer.head ?? []), ...head],
    comments: joined(comments),
    tail: items.flatMap(({ translated }) => leftOut(translated)),
  }
  return { config, pointers }
}

type Placing = { readonly last: Translated | undefined; readonly written: WrittenHook }

/** Handlers of one group stay together. */
function place(list: Record<string, unknown>[], translated: Translated, { last, written }: Placing): Pointer {
  const { form, matcher, entry } = written
  if (form === 'entry') return [list.push({ ...entry }) - 1]
  const group = list.at(-1)
  if (group !== undefined && last !== undefined && isSameGroup(last, translated)) {
    const handlers = group['hooks'] as unknown[]
    return [list.length - 1, 'hooks', handlers.push(entry) - 1]
  }
  return [list.push({ ...(matcher !== undefined && { matcher }), hooks: [entry] }) - 1, 'hooks', 0]
}

function isSameGroup(a: Translated, b: Translated): boolean {
  const groupOf = ({ hook: { source }, written }: Translated): string =>
    JSON.stringify([source.file, source.pointer.slice(0, -2), written?.event, written?.matcher])
  const isNested = a.hook.source.pointer.at(-2) === 'hooks' && a.written?.form === 'group'
  return isNested && groupOf(a) === groupOf(b)
}

function withFreeId(written: WrittenHook, taken: Set<string>): WrittenHook {
  const { id } = written.entry
  if (typeof id !== 'string') return written
  let free = id
  for (let count = 2; taken.has(free); count += 1) free = `${id}-${count}`
  taken.add(free)
  return { ...written, entry: { ...written.entry, id: free } }
}

/** Comments of the first handler stand above its group. */
function commented(pointer: Pointer): Pointer {
  return pointer.length > 3 && pointer.at(-1) === 0 ? pointer.slice(0, 3) : pointer
}

function joined(comments: ConfigText['comments']): ConfigText['comments'] {
  return comments.filter(({ lines }) => lines.length > 0)
}

function remark({ effect, part, why }: Loss): readonly string[] {
  return effect === 'note' ? [] : [`convert: ${effect}, ${part}: ${why}.`]
}

function leftOut({ hook, written, losses }: Translated): readonly string[] {
  if (written !== undefined) return []
  return losses.map(({ part, why }) => `convert: ${hook.id} is not here (${part}): ${why}.`)
}
