import * as path from 'node:path'
import type { Event } from '../../core/event.ts'
import { textsOf } from '../calls/texts.ts'
import { plainText } from '../plain-text.ts'
import type { Text } from './hit.ts'
import type { Policy } from './policy.ts'

/** Arguments that hold what a file is about to hold. */
const CONTENT = /^(?:contents?|text|file_text|new_str(?:ing)?|new_source|newText|insert_text|patch|input)$/i

/** Arguments that hold what a file held before: taking a secret out of it must stay possible. */
const BEFORE = /^old_?(?:str(?:ing)?|text|source)$/i

/** Returns the texts of a call. */
export function inputTexts(event: Event, policy: Policy): readonly Text[] {
  return textsOf(event).flatMap(({ key, path: where, text, tool, file }): Text[] => {
    if (BEFORE.test(key)) return []
    if (file === undefined || !CONTENT.test(key)) {
      return [{ place: 'inputs', where: `the argument "${plainText(where)}" of ${plainText(tool)}`, text }]
    }
    const name = projectPath(file, event)
    return policy.isExcluded(name)
      ? []
      : [{ place: 'files', where: `the text for ${plainText(name)}`, text, firstLine: 1 }]
  })
}

/** Relative to the project, with `/`. */
function projectPath(file: string, { cwd, projectDir }: Event): string {
  const relative = path.relative(projectDir, path.resolve(cwd, file))
  return relative.replaceAll('\\', '/')
}
