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

/** Text from payloads, hooks and files may hold escape sequences; none of them reaches the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/(?![\t\n])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD')
}
