import { parseTree, withoutMark } from '../config/parse.ts'
import { lineStartsOf, positionIn } from '../config/position.ts'
import type { Tree } from '../config/tree.ts'
import { formatAmong } from '../config/discover.ts'
import type { Hook } from '../core/hook.ts'
import type { Place } from '../core/issue.ts'
import type { Span } from '../covers/calls.ts'
import type { Dialect, Places } from '../dialects/dialect.ts'
import { limits } from '../engine/limits.ts'
import { offsetInText } from '../git/config/scalar-offset.ts'
import { readText, type Files } from '../ports/files.ts'

type Around = {
  readonly files: Files
  readonly places: Places
  readonly dialects: ReadonlyMap<string, Dialect>
}

/** Places inside the entries of hooks; each file is read once. */
export type EntryPlaces = {
  /** The place of the first of these keys that the entry has, or else its group, or else the entry itself. */
  key(hook: Hook, keys: readonly string[]): Place
  /** The place of the first of these keys; undefined where the entry has none of them. */
  written(hook: Hook, keys: readonly string[]): Place | undefined
  /** The place of a word in the value of such a key; of all of it where the way of writing hides the word. */
  word(hook: Hook, keys: readonly string[], word: string): Place
  /**
   * The place of a part of the hook's command; of all of it where the way of writing hides the part. `text`: the command
   * as it was read. Default: the text that a shell is given.
   */
  command(hook: Hook, part?: Span, text?: string): Place
}

type Parsed = { readonly text: string; readonly tree: Tree; readonly lines: readonly number[] }

export function createEntryPlaces({ files, places, dialects }: Around): EntryPlaces {
  const known = new Map<string, Parsed | undefined>()
  function parsedFor({ dialect, source: { file } }: Hook): Parsed | undefined {
    if (!known.has(file))
      known.set(file, parse(file, formatAmong(dialects.get(dialect)?.files(places) ?? [], file)))
    return known.get(file)
  }
  function parse(file: string, format: ReturnType<typeof formatAmong>): Parsed | undefined {
    const text = file === '' ? undefined : readText(files, file, limits.configBytes)
    if (typeof text !== 'string') return undefined
    const body = withoutMark(text)
    const tree = treeOf(text, file, format) ?? treeOf(text, file, 'jsonc')
    return tree && { text: body, tree, lines: lineStartsOf(body) }
  }
  const written = (hook: Hook, keys: readonly string[]): Place | undefined => {
    const found = pointerOf(hook, keys, parsedFor(hook)?.tree)
    return found && { file: hook.source.file, pointer: found, hook: hook.id }
  }
  const key = (hook: Hook, keys: readonly string[]): Place => written(hook, keys) ?? placeOf(hook)
  return {
    key,
    written,
    word(hook, keys, word) {
      const place = key(hook, keys)
      const parsed = parsedFor(hook)
      const value = parsed && place.pointer && descend(parsed.tree, place.pointer)
      if (parsed === undefined || value?.kind !== 'scalar' || typeof value.value !== 'string') return place
      const start = wordIn(value.value, word)
      if (start === -1) return place
      return { ...place, ...spotOf(parsed, value, value.value, { start, end: start + word.length }) }
    },
    command(hook, part, text = commandOf(hook)) {
      const keys = [...(dialects.get(hook.dialect)?.commandKeys ?? []), ...COMMAND_KEYS]
      const parsed = parsedFor(hook)
      const pointer = pointerOf(hook, keys, parsed?.tree, text) ?? pointerOf(hook, keys, parsed?.tree)
      if (pointer === undefined || parsed === undefined) return placeOf(hook)
      const place = { file: hook.source.file, pointer, hook: hook.id }
      return {
        ...place,
        ...(part && text !== undefined && spotOf(parsed, descend(parsed.tree, pointer), text, part)),
      }
    },
  }
}

/** Not inside of a longer name. */
function wordIn(text: string, word: string): number {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const around = `${text.charAt(at - 1)}${text.charAt(at + word.length)}`
    if (!/\w/.test(around)) return at
  }
  return -1
}

const COMMAND_KEYS = ['command', 'bash', 'exec', 'powershell', 'url', 'prompt']

function commandOf({ handler }: Hook): string | undefined {
  if (handler.type !== 'command') return undefined
  const { start } = handler
  if (start.kind === 'script') return start.source
  return start.kind === 'inline' ? (start.written ?? start.command) : undefined
}

/** `text`: only a key with this value counts. A group has the matcher of its hooks. */
function pointerOf(
  { source: { pointer } }: Hook,
  keys: readonly string[],
  root: Tree | undefined,
  text?: string,
): Place['pointer'] {
  if (root === undefined) return undefined
  for (const at of [pointer, ...(pointer.at(-2) === 'hooks' ? [pointer.slice(0, -2)] : [])]) {
    const entry = descend(root, at)
    if (entry?.kind !== 'map') continue
    const found = keys.find((each) => {
      const value = entry.entries.get(each)?.tree
      return value !== undefined && (text === undefined || (value.kind === 'scalar' && value.value === text))
    })
    if (found !== undefined) return [...at, found]
  }
  return undefined
}

function spotOf(
  { text: file, lines }: Parsed,
  value: Tree | undefined,
  text: string,
  { start, end }: Span,
): Partial<Place> | undefined {
  if (value?.kind !== 'scalar' || value.value !== text) return undefined
  const first = text.slice(start, end).split('\n', 1)[0]?.trimEnd() ?? ''
  const from = offsetInText(value, start, file)
  const to = offsetInText(value, start + first.length, file)
  if (from === undefined || to === undefined) return undefined
  return { ...positionIn(lines, from), length: Math.max(1, to - from) }
}

function descend(tree: Tree, pointer: NonNullable<Place['pointer']>): Tree | undefined {
  return pointer.reduce<Tree | undefined>((at, step) => {
    if (at?.kind === 'map') return at.entries.get(String(step))?.tree
    return at?.kind === 'list' ? at.items[Number(step)] : undefined
  }, tree)
}

function treeOf(text: string, file: string, format: Parameters<typeof parseTree>[3]): Tree | undefined {
  try {
    return parseTree(text, file, limits.configDepth, format)
  } catch {
    return undefined
  }
}

function placeOf({ id, source }: Hook): Place {
  return { file: source.file, pointer: source.pointer, hook: id }
}
