import { isTooDeep } from '../_families/claude/depth.ts'
import { parseProblem, quote, type JsonObject } from '../_families/claude/shape.ts'
import { isAttachmentKey, namedFields, readAttachments } from './attachments.ts'
import type { HookPatch, Reading } from './contract.ts'
import { repeatedKeys } from './repeated-keys.ts'

/** Fields of the output, in the order in which they may also stand in an array. */
const OUTPUT = ['action', 'promptOverride', 'modelOverride', 'addAttachments', 'metadataDelta']
const BLOCK = ['message']

export const NO_MESSAGE = 'blocked by hook (no message)'

/** Exit code and stdout of a pre hook; -1 stands for a signal. Only exit 2 can block, and it always does. */
export function readPreOutput(code: number, stdout: string): Reading {
  const text = stdout.trim()
  if (code === 0) return text === '' ? { kind: 'noop' } : readDocument(text)
  return code === 2 ? { kind: 'block', message: blockMessage(text) } : { kind: 'failed', code }
}

/** Exit code of a post hook: whatever it printed, it cannot block. */
export function readPostOutput(code: number): Reading {
  return code === 0 ? { kind: 'noop' } : { kind: 'failed', code }
}

function blockMessage(text: string): string {
  if (text === '') return NO_MESSAGE
  const { fields } = parse(text, BLOCK)
  const message = fields?.['message']
  return typeof message === 'string' && message !== '' ? message : text
}

function readDocument(text: string): Reading {
  const { fields, problem } = parse(text, OUTPUT)
  if (fields === undefined) return { kind: 'unreadable', problem }
  const patch = readPatch(fields)
  if (typeof patch === 'string') return { kind: 'unreadable', problem: patch }
  return isMutation(fields['action']) ? { kind: 'mutate', patch } : { kind: 'noop' }
}

/** Letter case is the one liberty the runtime takes; every other word is a noop. */
function isMutation(action: unknown): boolean {
  return typeof action === 'string' && action.toLowerCase() === 'mutate'
}

/** A patch that was never text. */
export function readPatchValue(value: unknown): HookPatch | string {
  const fields = namedFields(value, OUTPUT.slice(1))
  return fields === undefined ? `a patch must be an object, not ${quote(value)}` : readPatch(fields)
}

/** Every field must have its type, also where no patch is asked for. */
function readPatch(fields: JsonObject): HookPatch | string {
  const { action = '', promptOverride = null, modelOverride = null, addAttachments = [] } = fields
  const { metadataDelta = null } = fields
  if (typeof action !== 'string') return `"action" must be a string, not ${quote(action)}`
  if (!isTextOrNull(promptOverride)) return textExpected('promptOverride', promptOverride)
  if (!isTextOrNull(modelOverride)) return textExpected('modelOverride', modelOverride)
  const attachments = readAttachments(addAttachments)
  if (typeof attachments === 'string') return attachments
  return {
    ...(promptOverride !== null && { promptOverride }),
    ...(modelOverride !== null && { modelOverride }),
    addAttachments: attachments,
    ...(metadataDelta !== null && { metadataDelta }),
  }
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

function textExpected(field: string, value: unknown): string {
  return `"${field}" must be a string or null, not ${quote(value)}`
}

type Parsed =
  | { readonly fields: JsonObject; readonly problem?: never }
  | { readonly fields?: never; readonly problem: string }

/** One object, or the same fields as an array; a field given twice is a mistake, not a choice. */
function parse(text: string, fields: readonly string[]): Parsed {
  if (isTooDeep(text)) return { problem: 'it is nested too deeply' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { problem: parseProblem(error) }
  }
  const named = namedFields(value, fields)
  if (named === undefined) return { problem: `an object was expected, not ${quote(value)}` }
  const twice = repeatedKeys(text).find((path) => isField(path, fields) || isAttachmentKey(path))
  return twice === undefined ? { fields: named } : { problem: `"${twice.at(-1)}" is given twice` }
}

function isField(path: readonly (string | number)[], fields: readonly string[]): boolean {
  return path.length === 1 && fields.includes(String(path[0]))
}
