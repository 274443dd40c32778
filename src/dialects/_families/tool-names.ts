import type { ToolCall } from '../../core/event.ts'
import { currentName } from '../../core/tools.ts'

export type ToolInput = Readonly<Record<string, unknown>>

/** Native names of tools by canonical name; the first is what a call of another host becomes. */
export type NativeNames = Readonly<Record<string, readonly string[]>>

/** Native argument to canonical argument. */
export type ArgumentNames = Readonly<Record<string, string>>

/** What one host calls tools and their arguments. */
export type ToolTable = {
  readonly names: NativeNames
  /** By canonical name of the tool. Absent: its arguments have canonical names. */
  readonly arguments?: Readonly<Record<string, ArgumentNames>>
  /** A native name that several tools share: which of them a call is, by its input. */
  readonly shared?: Readonly<Record<string, (input: ToolInput) => string>>
}

/** Arguments under canonical names. `spare` are keys that the tool does not read, beside those it does. */
export type CanonicalInput = { readonly input: ToolInput; readonly spare: readonly string[] }

/** Translates names of tools and arguments between hosts and the canonical form. */
export type ToolNames<Style extends string> = {
  /** Returns the canonical name of a native tool; a name that no table has is canonical already. */
  canonicalName(native: string, input?: ToolInput): string
  /** Returns what the tool is called in this style: its own name where that is one of the style, else the usual one. */
  nativeName(style: Style, tool: Pick<ToolCall, 'name' | 'nativeName'> & Partial<ToolCall>): string
  /** True for a native name of this style. */
  isNative(style: Style, native: string): boolean
  /**
   * Returns the arguments under canonical names. What a tool of `style` itself reads gets the canonical name; the keys
   * of other styles count where its own is absent, because an agent may add them to hide what the tool will do.
   */
  canonicalInput(tool: string, input: ToolInput, style: Style | 'canonical'): CanonicalInput
  /** Returns canonical arguments under the names of the style. */
  nativeInput(tool: string, input: ToolInput, style: Style): ToolInput
}

/** One table for each way to write a call (`style`); where two tables name one thing, the first one counts. */
export function createToolNames<Style extends string>(
  tables: Readonly<Record<Style, ToolTable>>,
): ToolNames<Style> {
  const all = (Object.values(tables) as readonly ToolTable[]).toReversed()
  const canonical = new Map(all.flatMap(({ names }) => pairsOf(names)))
  const shared = Object.assign({}, ...all.map((table) => table.shared)) as NonNullable<ToolTable['shared']>
  const own = (style: Style, tool: string): ArgumentNames => at(tables[style].arguments, tool) ?? NO_NAMES
  const natives = new Map(
    Object.entries<ToolTable>(tables).map(([style, table]) => [
      style,
      new Set([...Object.values(table.names).flat(), ...Object.keys(table.shared ?? {})]),
    ]),
  )

  /** Keys of the other styles for the same tool. */
  function foreign(tool: string, known: ArgumentNames): readonly (readonly [string, string])[] {
    const keys: ArgumentNames = Object.assign({}, ...all.map((table) => at(table.arguments, tool)))
    return Object.entries(keys).filter(([from]) => !Object.hasOwn(known, from))
  }

  return {
    canonicalName: (native, input = {}) =>
      at(shared, native)?.(input) ?? canonical.get(native) ?? currentName(native),
    nativeName(style, tool) {
      const sharing = Object.entries(tables[style].shared ?? {})
      const found = sharing.find(([, pick]) => pick(tool.input ?? {}) === tool.name)
      return found?.[0] ?? nativeAmong(tables[style].names, tool)
    },
    isNative: (style, native) => natives.get(style)?.has(native) ?? false,
    canonicalInput(tool, input, style) {
      const known = style === 'canonical' ? NO_NAMES : own(style, tool)
      return toCanonical(input, known, foreign(tool, known))
    },
    nativeInput: (tool, input, style) => toNative(input, own(style, tool)),
  }
}

const NO_NAMES: ArgumentNames = Object.freeze({})

function pairsOf(names: NativeNames): readonly (readonly [native: string, canonical: string])[] {
  return Object.entries(names).flatMap(([name, natives]) => natives.map((native) => [native, name] as const))
}

function at<T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined
}

function nativeAmong(names: NativeNames, tool: Pick<ToolCall, 'name' | 'nativeName'>): string {
  const known = at(names, tool.name) ?? []
  return known.includes(tool.nativeName) ? tool.nativeName : (known[0] ?? tool.name)
}

function toCanonical(
  input: ToolInput,
  own: ArgumentNames,
  foreign: readonly (readonly [string, string])[],
): CanonicalInput {
  const present = Object.entries(own).filter(([from]) => Object.hasOwn(input, from))
  const taken = new Set(present.map(([, to]) => to))
  const names = new Map<string, string>(present.filter(([from]) => typeof input[from] === 'string'))
  const spare: string[] = []
  for (const [from, to] of foreign) {
    if (!Object.hasOwn(input, from)) continue
    if (taken.has(to) || Object.hasOwn(input, to)) spare.push(from)
    else if (typeof input[from] === 'string') {
      names.set(from, to)
      taken.add(to)
    }
  }
  for (const [, to] of present) {
    if (!Object.hasOwn(input, to)) continue
    spare.push(to)
    names.set(to, freeName(input, to))
  }
  return { input: renamed(input, names), spare }
}

const SPARE = 'spare_'

function freeName(input: ToolInput, key: string): string {
  const name = `${SPARE}${key}`
  return Object.hasOwn(input, name) ? freeName(input, name) : name
}

function toNative(input: ToolInput, own: ArgumentNames): ToolInput {
  const moves = Object.entries(own).flatMap(([native, canonical]) => {
    const spare = `${SPARE}${canonical}`
    const isBack = Object.hasOwn(input, spare)
    const isMoved = isText(input, canonical) && !Object.hasOwn(input, native)
    return [
      ...(isMoved ? [[canonical, native] as const] : []),
      ...(isBack && (isMoved || !Object.hasOwn(input, canonical)) ? [[spare, canonical] as const] : []),
    ]
  })
  return renamed(input, new Map(moves))
}

/** Only texts move: a list of paths is not a path. */
function isText(input: ToolInput, key: string): boolean {
  return Object.hasOwn(input, key) && typeof input[key] === 'string'
}

function renamed(input: ToolInput, names: ReadonlyMap<string, string>): ToolInput {
  if (names.size === 0) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [names.get(key) ?? key, value]))
}
