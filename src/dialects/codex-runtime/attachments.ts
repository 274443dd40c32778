import { isObject, quote, type JsonObject } from '../_families/claude/shape.ts'
import type { Attachment } from './contract.ts'
import type { Shape } from './strict-json.ts'

/** Fields in the order in which they may also stand in an array; `placeholder` alone may be left out or null. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  AtPath: ['path', 'placeholder'],
  ImageUrl: ['url'],
  LocalImage: ['path'],
  Skill: ['name', 'path'],
}

const OPTIONAL = 'placeholder'

/** What is read of a list of attachments. */
export const ATTACHMENTS: Shape = {
  each: {
    fields: Object.fromEntries(Object.entries(FIELDS).map(([tag, fields]) => [tag, fieldShape(fields)])),
    others: 'read',
  },
}

function fieldShape(fields: readonly string[]): Shape {
  return { fields: Object.fromEntries(fields.map((field) => [field, 'read'])), others: 'ignored' }
}

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
    return `an attachment must be an object with one of ${Object.keys(FIELDS).join(', ')}, not ${described(value)}`
  const known = namedFields(content, fields)
  const wrong = fields.find((field) => !isAccepted(field, known?.[field]))
  if (known === undefined || wrong !== undefined)
    return `"${wrong ?? fields[0]}" of attachment "${tag}" must be a string, not ${quote(known?.[wrong ?? ''])}`
  return { [tag]: known } as Attachment
}

/** Values in ignored places have any depth, and cannot be quoted. */
function described(value: unknown): string {
  return isObject(value) ? `one with ${quote(Object.keys(value))}` : quote(value)
}

/** The fields of an object, or of an array that has at least the first `required` of them. */
export function namedFields(
  value: unknown,
  fields: readonly string[],
  required = fields.length,
): JsonObject | undefined {
  if (Array.isArray(value)) {
    if (value.length < required || value.length > fields.length) return undefined
    return Object.fromEntries(value.map((one: unknown, index) => [fields[index], one]))
  }
  if (!isObject(value)) return undefined
  const present = fields.filter((field) => Object.hasOwn(value, field))
  return Object.fromEntries(present.map((field) => [field, value[field]]))
}

function isAccepted(field: string, value: unknown): boolean {
  return typeof value === 'string' || (field === OPTIONAL && (value === undefined || value === null))
}
