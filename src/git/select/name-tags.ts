import { isPlainPath } from '../contracts/paths.ts'
import { EXTENSIONS, INTERPRETERS, NAMES, type Tags } from '../contracts/tag-table.ts'

const NONE: Tags = new Set()

/** What the last part of a path says about a file. */
export function tagsOfName(base: string): Tags {
  const byExtension = tagsOfExtension(base)
  const byName = NAMES.get(base)
  if (byName !== undefined && byExtension !== undefined) return new Set([...byName, ...byExtension])
  return byName ?? byExtension ?? tagsOfPart(base) ?? NONE
}

/** `#!/usr/bin/python3.12` counts as `python3`. */
export function tagsOfInterpreter(program: string): Tags {
  let name = program.slice(program.lastIndexOf('/') + 1)
  while (name !== '') {
    const tags = INTERPRETERS.get(name)
    if (tags !== undefined) return tags
    name = name.slice(0, Math.max(0, name.lastIndexOf('.')))
  }
  return NONE
}

function tagsOfExtension(base: string): Tags | undefined {
  const dot = base.lastIndexOf('.')
  if (dot < 1) return undefined
  const extension = base.slice(dot + 1)
  return EXTENSIONS.get(extension) ?? EXTENSIONS.get(lowerAscii(extension))
}

/** `Dockerfile.xenial`, `.pylintrc`: only where neither name nor extension is known, and the name is UTF-8. */
function tagsOfPart(base: string): Tags | undefined {
  if (!base.includes('.') || !isPlainPath(base)) return undefined
  const part = base.split('.').find((each) => NAMES.has(each))
  return part === undefined ? undefined : NAMES.get(part)
}

/** `toLowerCase` would make letters of ASCII out of others (U+212A is a `k`). */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
