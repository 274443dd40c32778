import type { Output } from '../../core/outcome.ts'
import { parseProblem, quote, type JsonObject } from '../_families/claude/shape.ts'
import { ATTACHMENTS, namedFields, readAttachments } from './attachments.ts'
import type { HookPatch, Reading } from './contract.ts'
import { findFault, type Struct } from './strict-json.ts'
import { trimWhiteSpace } from './white-space.ts'

/** What may be printed. In an array of its fields, those after the first `required` ones may be left out. */
type Form = { readonly shape: Struct; readonly required: number }

const OUTPUT: Form = {
  shape: {
    fields: {
      action: 'read',
      promptOverride: 'read',
      modelOverride: 'read',
      addAttachments: ATTACHMENTS,
      metadataDelta: 'read',
    },
    others: 'ignored',
  },
  required: 3,
}
const BLOCK: Form = { shape: { fields: { message: 'read' }, others: 'ignored' }, required: 0 }

const PATCH_FIELDS = Object.keys(OUTPUT.shape.fields).slice(1)

/** The exit code that blocks, whatever was printed. */
export const BLOCK_CODE = 2

export const NO_MESSAGE = 'blocked by hook (no message)'

const BYTE_ORDER_MARK = '\uFEFF'

/** Reads exit code and stdout of a pre hook. Half an answer could mean anything; half a reason is still a block. */
export function readPreExit(code: number, { text, droppedBytes, bom }: Output): Reading {
  if (code === 0 && droppedBytes > 0) return { kind: 'too-long', droppedBytes }
  if (code === 0 && bom?.startsWith('utf-16'))
    return { kind: 'unreadable', problem: 'it is UTF-16, and UTF-8 was expected' }
  return readPreOutput(code, bom === 'utf-8' ? `${BYTE_ORDER_MARK}${text}` : text)
}

/** Exit code and stdout of a pre hook; -1 stands for a signal. Only exit 2 can block, and it always does. */
export function readPreOutput(code: number, stdout: string): Reading {
  const text = trimWhiteSpace(stdout)
  if (code === 0) return text === '' ? { kind: 'noop' } : readDocument(text)
  return code === BLOCK_CODE ? { kind: 'block', message: blockMessage(text) } : { kind: 'failed', code }
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
  const fields = namedFields(value, PATCH_FIELDS)
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

/** One object, or the same fields as an array. What serde_json refuses is refused here too. */
function parse(text: string, { shape, required }: Form): Parsed {
  if (text.startsWith(BYTE_ORDER_MARK)) return { problem: 'it starts with a byte order mark' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { problem: parseProblem(error) }
  }
  const fault = findFault(text, shape)
  if (fault !== undefined) return { problem: fault }
  const names = Object.keys(shape.fields)
  const fields = namedFields(value, names, required)
  return fields === undefined ? { problem: unexpected(value, required, names.length) } : { fields }
}

function unexpected(value: unknown, fewest: number, most: number): string {
  return Array.isArray(value)
    ? `an array must have ${fewest} to ${most} elements, not ${value.length}`
    : `an object was expected, not ${quote(value)}`
}
