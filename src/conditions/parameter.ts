/** The argument that `name:pattern` means. */
export type Parameter = {
  readonly name: string
  readonly pattern: string
  /** True for `https://x`: nobody who writes a URL means an argument named `https`. */
  readonly isUrl: boolean
}

/** Reads the content of a rule as `name:pattern`; undefined when it does not have that form. */
export function parseParameter(content: string): Parameter | undefined {
  const [, name, pattern] = /^([\w-]+):(.*)$/s.exec(content) ?? []
  if (name === undefined || pattern === undefined) return undefined
  return { name, pattern, isUrl: pattern.startsWith('//') }
}
