import { isObject, quote, type JsonObject } from '../_families/claude/shape.ts'
import type { Attachment } from './contract.ts'

/** Fields in the order in which they may also stand in an array; `placeholder` alone may be left out or null. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  AtPath: ['path', 'placeholder'],
  ImageUrl: ['url'],
  LocalImage: ['path'],
  Skill: ['name', 'path'],
}

const OPTIONAL = 'placeholder'

/** The attachments, or what is wrong with the first bad one. */
export function readAttachments(value: unknown): readonly Attachment[] | string {
  if (!Array.isArray(value)) return `"addAttachments" must be a list, not ${quote(value)}`
  const read = value.map(readAttachment)
  return read.find((one) => typeof one === 'string') ?? read.filter((one) => typeof one !== 'string')
}

function readAttachment(value: unknown): Attachment | string {
  const [[tag, content] = [], another] = isObject(value) ? Object.entries(value) : []
  const fields = tag !== undefined && Object.hasOwn(FIELDS, tag) ? FIELDS[tag] : undefined
  if (tag === undefined || fields === undefined || another !== undefined)
    return `an attachment must be an object with one of ${Object.keys(FIELDS).join(', ')}, not ${quote(value)}`
  const known = namedFields(content, fields)
  const wrong = fields.find((field) => !isAccepted(field, known?.[field]))
  if (known === undefined || wrong !== undefined)
    return `"${wrong ?? fields[0]}" of attachment "${tag}" must be a string, not ${quote(known?.[wrong ?? ''])}`
  return { [tag]: known } as Attachment
}

export function namedFields(value: unknown, fields: readonly string[]): JsonObject | undefined {
  if (Array.isArray(value)) {
    const isWhole = value.length === fields.length
    return isWhole
      ? Object.fromEntries(fields.map((field, index) => [field, value[index] as unknown]))
      : undefined
  }
  if (!isObject(value)) return undefined
  const present = fields.filter((field) => Object.hasOwn(value, field))
  return Object.fromEntries(present.map((field) => [field, value[field]]))
}

function isAccepted(field: string, value: unknown): boolean {
  return typeof value === 'string' || (field === OPTIONAL && (value === undefined || value === null))
}

/** True for a place in the output where a second value of one key would be a guess. */
export function isAttachmentKey(path: readonly (string | number)[]): boolean {
  const [top, , tag, field] = path
  if (top !== 'addAttachments') return false
  return path.length === 3 || (path.length === 4 && (FIELDS[String(tag)] ?? []).includes(String(field)))
}
