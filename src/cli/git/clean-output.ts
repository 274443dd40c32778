import type { Buffer } from 'node:buffer'
import { escapeHidden } from '../../core/unseen.ts'

/* oxlint-disable no-control-regex -- this file is about control characters */
const SEQUENCES =
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[PX^_][^\u001B]*(?:\u001B\\)?|[ -/]*[0-~])/g
const COLOUR = /^\u001B\[[0-9;:]*m$/
const CONTROLS = /[\u0000-\u0008\u000B-\u001A\u001C-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g

/** What a person is shown of a hook's output: colours stay, everything else that would steer the terminal goes. */
export function cleanOutput(output: Buffer, options: { readonly colour: boolean }): string {
  const kept = output
    .toString('utf8')
    .replaceAll(SEQUENCES, (sequence) => (options.colour && COLOUR.test(sequence) ? sequence : ''))
  return kept
    .split('\n')
    .map((line) => escapeHidden(overwritten(line).replaceAll(CONTROLS, '')))
    .join('\n')
    .trim()
}

/** A carriage return begins the line again; the last text on it is what stays. */
function overwritten(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  return text.slice(text.lastIndexOf('\r') + 1)
}
