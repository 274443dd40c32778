import { readFlags } from './regex-inline-flags.ts'
import type { RegexReader } from './regex-reader.ts'
import { eat, refuse, take } from './regex-reader.ts'
import { referenceByName, refuseCall } from './regex-special.ts'
import type { RegexNode } from './regex-tree.ts'
import { EMPTY } from './regex-tree.ts'

/** Reads up to the `)` of a group. */
export type ReadBody = (reader: RegexReader) => RegexNode

const MAX_DEPTH = 250

const LOOKS = [
  ['?=', { behind: false, negative: false }],
  ['?!', { behind: false, negative: true }],
  ['?<=', { behind: true, negative: false }],
  ['?<!', { behind: true, negative: true }],
] as const

/** What follows a `(`; undefined for flags that stand alone. */
export function readGroup(reader: RegexReader, readBody: ReadBody): RegexNode | undefined {
  const start = reader.at - 1
  if (!startsFlags(reader)) reader.started = true
  const body = () => readInside(reader, readBody, start)
  for (const [sign, kind] of LOOKS) if (eat(reader, sign)) return { kind: 'look', ...kind, body: body() }
  if (eat(reader, '?>')) return { kind: 'atomic', body: body() }
  if (eat(reader, '?(')) return readCondition(reader, start, body)
  return readNamed(reader, start, body) ?? readExtension(reader, start, body)
}

function startsFlags(reader: RegexReader): boolean {
  return /^\?[A-Za-z]*\)/.test(reader.text.slice(reader.at, reader.at + 20))
}

function readInside(reader: RegexReader, readBody: ReadBody, start: number): RegexNode {
  reader.depth += 1
  if (reader.depth > MAX_DEPTH)
    refuse(reader, `Groups are nested more than ${MAX_DEPTH} deep.`, { at: start })
  const body = readBody(reader)
  reader.depth -= 1
  if (!eat(reader, ')')) {
    refuse(reader, '"(" has no closing ")".', { at: start, hint: 'Write "\\(" to match the sign itself.' })
  }
  return body
}

function readNamed(reader: RegexReader, start: number, body: () => RegexNode): RegexNode | undefined {
  if (take(reader, /\?P=/y)) {
    const name = take(reader, /([^()]*)\)/y)?.[1] ?? ''
    return referenceByName(reader, name, start)
  }
  const opened = take(
    reader,
    reader.dialect === 'path' ? /\?(?:P?<([^<>()]*)>|'([^'()]*)')/y : /\?P<([^<>()]*)>/y,
  )
  if (!opened) return undefined
  const name = opened[1] ?? opened[2] ?? ''
  if (!isName(reader, name)) {
    refuse(reader, `"${name}" is not a name for a group.`, {
      at: start,
      hint: 'Use letters, digits and "_".',
    })
  }
  return capture(reader, body, name)
}

function isName(reader: RegexReader, name: string): boolean {
  if (reader.dialect === 'path') return /^[\p{L}\p{N}_.[\]-]+$/u.test(name)
  return /^[A-Za-z_]\w*$/.test(name) && !reader.names.has(name)
}

function capture(reader: RegexReader, body: () => RegexNode, name?: string): RegexNode {
  const group = (reader.groups += 1)
  if (name !== undefined) reader.names.set(name, group)
  return { kind: 'group', group, body: body() }
}

function readExtension(reader: RegexReader, start: number, body: () => RegexNode): RegexNode | undefined {
  if (!eat(reader, '?')) return capture(reader, body)
  if (eat(reader, 'P>')) {
    refuseCall(reader, start)
    return EMPTY
  }
  const scope = readFlags(reader, start)
  if (scope === undefined) return undefined
  const outside = reader.flags
  reader.flags = scope
  const inside = body()
  reader.flags = outside
  return inside
}

/** `(?(1)yes|no)`; a name stands bare in Python and in `<>` in prek. */
function readCondition(reader: RegexReader, start: number, body: () => RegexNode): RegexNode {
  const found = take(
    reader,
    reader.dialect === 'bytes' ? /(\w+)\)/y : /(\d+)\)|<([^<>()]+)>\)|'([^'()]+)'\)/y,
  )
  const name = found?.[1] ?? found?.[2] ?? found?.[3] ?? ''
  const group = reader.names.get(name) ?? (/^\d+$/.test(name) ? Number(name) : undefined)
  if (group === undefined) {
    const hint = 'Write the number of the group: "(?(1)yes|no)".'
    refuse(reader, 'The condition "(?(" does not name a group before it.', { at: start, hint })
    return EMPTY
  }
  const inside = body()
  const [yes = EMPTY, no = EMPTY, ...others] = inside.kind === 'choice' ? inside.options : [inside]
  if (others.length > 0) {
    refuse(reader, 'A condition has two branches at most.', {
      at: start,
      hint: 'Put "(?:…)" around the choice.',
    })
  }
  return { kind: 'condition', group, yes, no, offset: start }
}
