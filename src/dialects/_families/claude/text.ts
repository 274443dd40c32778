import { escapeHidden } from '../../../core/unseen.ts'

const TEXT_CAP = 10_000

/** For notes to the auto-mode classifier, shared by all hooks of one call. */
export const CLASSIFIER_CAP = 2_000

export type Text = { readonly text: string; readonly cut: boolean }

/** Escape sequences: OSC and its kin up to their end, CSI, and two-character ones. */
const ESCAPES =
  // oxlint-disable-next-line no-control-regex -- control characters are what this removes
  /(?:\u001B[\]PX^_]|[\u0090\u0098\u009D-\u009F])[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?|(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|\u001B[ -/]*[0-~]/g
/** Control characters except tab and newline, and marks that reorder what a person sees. */
// oxlint-disable-next-line no-control-regex -- control characters are what this removes
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** Text of a hook made fit for a terminal and a model: what a person would not see is removed or escaped. */
export function clean(text: string): string {
  return escapeHidden(text.replace(/\r\n/g, '\n').replace(ESCAPES, '').replace(CONTROLS, ''))
}

export function cleanAndCap(text: string, limit = TEXT_CAP): Text {
  return cap(clean(text), limit)
}

export function cap(text: string, limit = TEXT_CAP): Text {
  if (text.length <= limit) return { text, cut: false }
  const mark = `\n… [cut by hookwright: ${text.length} characters, ${limit} allowed]`
  return { text: `${head(text, limit - mark.length)}${mark}`, cut: true }
}

/** Never ends in half a surrogate pair. */
export function head(text: string, length: number): string {
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}
