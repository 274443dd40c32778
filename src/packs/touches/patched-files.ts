/** Longer texts are cut; a patch names its files in front of their lines. */
const MOST_CHARACTERS = 1_048_576
const MOST_FILES = 1_000

const HEADERS = [
  /^\*\*\* (?:Add|Update|Delete) File: (.{1,4096})$/,
  /^\*\*\* Move to: (.{1,4096})$/,
  /^(?:---|\+\+\+) ([^\t\n]{1,4096})/,
  /^(?:rename|copy) (?:from|to) (.{1,4096})$/,
]

/** True for a text that is a patch as a whole, and not one that quotes another. */
export function isPatch(text: string): boolean {
  return /^\s{0,99}(?:\*\*\* Begin Patch\b|diff --git |Index: |--- [^\n]{1,4096}\n\+\+\+ )/.test(text)
}

/** Returns the files that a patch changes, makes, moves or deletes, with and without the first folder of a diff. */
export function patchedFiles(text: string): readonly string[] {
  const found = new Set<string>()
  for (const line of text.slice(0, MOST_CHARACTERS).split(/\r?\n/)) {
    const name = nameIn(line)
    if (name === undefined || name === '/dev/null') continue
    found.add(name)
    // `-p1` is what git and people do.
    if (!line.startsWith('***') && name.includes('/')) found.add(name.slice(name.indexOf('/') + 1))
    if (found.size >= MOST_FILES) break
  }
  return [...found]
}

function nameIn(line: string): string | undefined {
  for (const header of HEADERS) {
    const [, name] = header.exec(line) ?? []
    if (name !== undefined) return name.trim().replace(/^"(.*)"$/, '$1')
  }
  return undefined
}
