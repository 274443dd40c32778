import type { Hook } from '../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../core/issue.ts'
import { limits } from '../engine/limits.ts'
import { modulePath } from '../handlers/module-path.ts'
import { isFileProblem, readText } from '../ports/files.ts'
import type { InspectContext } from './inspect-context.ts'

/** What can be seen of a module without loading it: that it is there, exports something, and Node can strip its types. */
export function inspectModule(hook: Hook, { files }: Pick<InspectContext, 'files'>): readonly Issue[] {
  const { handler } = hook
  if (handler.type !== 'module' || hook.disabled !== undefined) return []
  const text = readText(files, modulePath(hook), limits.configBytes)
  const name = `Module "${handler.module}" of hook ${hook.id}`
  if (text === undefined)
    return [
      issue(
        'module.missing',
        placeOf(hook),
        `${name} was not found.`,
        'Create it, or correct the path, which is relative to the folder of this file.',
      ),
    ]
  if (isFileProblem(text))
    return [issue('module.missing', placeOf(hook), `${name} cannot be read (${text.detail}).`)]
  return [...exportsNothing(text, hook, name), ...keepsSyntax(text, hook, name)]
}

/** Every way to have a default export has one of these words in it. */
function exportsNothing(text: string, hook: Hook, name: string): readonly Issue[] {
  if (/\bdefault\b|\bexports\b/.test(text)) return []
  const hint = 'Add `export default (event, { signal }) => …`.'
  return [issue('module.default', placeOf(hook), `${name} has no default export.`, hint)]
}

/** Syntax of TypeScript that is more than types. */
const KEPT = /^[ \t]*(?:export[ \t]+)?(?:declare[ \t]+)?(?:const[ \t]+)?(enum|namespace)[ \t]+\w+[ \t\w.]*\{/m

function keepsSyntax(text: string, hook: Hook, name: string): readonly Issue[] {
  const { handler } = hook
  const [whole = '', word] = KEPT.exec(text) ?? []
  if (handler.type !== 'module' || word === undefined || /\bdeclare\b/.test(whole)) return []
  if (!/\.[cm]?ts$/.test(handler.module)) return []
  const message = `${name} has \`${word}\`, which Node 22.18 and later do not load: they only remove types.`
  return [warning('module.syntax', placeOf(hook), message, 'Use a plain object or a union type.')]
}

function placeOf({ id, source }: Hook): Place {
  return { file: source.file, pointer: source.pointer, hook: id }
}
