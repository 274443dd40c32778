import { isFileProblem, type Files } from '../ports/files.ts'
import type { Held } from './held-files.ts'

/** What the settings files held at the last look, and what they held when they were last accepted. */
export type HeldSettings = { readonly seen: Map<string, Held>; readonly accepted: Map<string, Held> }

type Disk = { readonly files: Files; readonly maxBytes: number }

type Named = { readonly file: string }

/** Files that are new on the list were read by the load that put them there. */
export function acceptNew({ seen, accepted }: HeldSettings, settings: readonly Named[], disk: Disk): void {
  for (const { file } of settings) {
    if (seen.has(file)) continue
    const content = read(file, disk)
    seen.set(file, content)
    accepted.set(file, content)
  }
}

/** Returns those that differ from the last look, but for edits that were taken back. */
export function editsOf<File extends Named>(
  { seen, accepted }: HeldSettings,
  settings: readonly File[],
  disk: Disk,
): readonly (File & { readonly content: Held })[] {
  return settings.flatMap((each) => {
    const content = read(each.file, disk)
    const isNews = !isSame(content, seen.get(each.file)) && !isSame(content, accepted.get(each.file))
    seen.set(each.file, content)
    return isNews ? { ...each, content } : []
  })
}

/** A folder is on the list for what may come into it; it holds nothing itself. */
function read(file: string, { files, maxBytes }: Disk): Held {
  const content = files.readBytes(file, maxBytes)
  return isFileProblem(content) && content.problem === 'directory' ? undefined : content
}

function isSame(a: Held, b: Held): boolean {
  if (!(a instanceof Uint8Array) || !(b instanceof Uint8Array)) return JSON.stringify(a) === JSON.stringify(b)
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
