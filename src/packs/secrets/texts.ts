import * as path from 'node:path'
import type { Event } from '../../core/event.ts'
import { textsOf } from '../calls/texts.ts'
import { plainText } from '../plain-text.ts'
import { redact } from './detect/index.ts'
import type { Text } from './hit.ts'
import type { Policy } from './policy.ts'

/** Arguments that hold what a file is about to hold. */
const CONTENT = /^(?:contents?|text|file_text|new_str(?:ing)?|new_source|newText|insert_text|patch|input)$/i

/** Arguments that hold what a file held before: taking a secret out of it must stay possible. */
const BEFORE = /^old_?(?:str(?:ing)?|text|source)$/i

/** Returns the texts of a call, and the names of its arguments. */
export function inputTexts(event: Event, policy: Policy): readonly Text[] {
  const texts = textsOf(event)
  const found = texts.flatMap(({ key, path: where, text, tool, file }): Text[] => {
    // Only an edit of a file takes something out.
    if (file !== undefined && BEFORE.test(key)) return []
    if (file === undefined || !CONTENT.test(key)) {
      return [{ place: 'inputs', where: `the argument "${named(where)}" of ${named(tool)}`, text }]
    }
    const name = projectPath(file, event)
    return policy.isExcluded(name)
      ? []
      : [{ place: 'files', where: `the text for ${named(name)}`, text, firstLine: 1 }]
  })
  const names = [...new Set(texts.flatMap(({ path: where }) => where.split('.')))].join('\n')
  return names === '' ? found : [...found, { place: 'inputs', where: 'the name of an argument', text: names }]
}

/** A name may be a secret itself. */
function named(text: string): string {
  return plainText(redact(text))
}

/** Relative to the project, with `/`. */
function projectPath(file: string, { cwd, projectDir }: Event): string {
  const relative = path.relative(projectDir, path.resolve(cwd, file))
  return relative.replaceAll('\\', '/')
}
