import { escapeUnseen } from '../../core/unseen.ts'

/** Colours for people; plain text when `colour` is off. */
export type Style = {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
}

export function createStyle(colour: boolean): Style {
  const code = (on: number, off: number) => (text: string) =>
    colour ? `\u001B[${on}m${text}\u001B[${off}m` : text
  return {
    bold: code(1, 22),
    dim: code(2, 22),
    red: code(31, 39),
    green: code(32, 39),
    yellow: code(33, 39),
    cyan: code(36, 39),
  }
}

/** Text from payloads, hooks and files: nothing in it steers the terminal or stays unseen. */
export function printable(text: string): string {
  return escapeUnseen(text)
}
