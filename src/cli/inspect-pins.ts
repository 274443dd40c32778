import { matchPin, pinnedFiles } from '../config/pins.ts'
import { realPath } from '../config/places.ts'
import type { Hook } from '../core/hook.ts'
import { issue, warning, type Issue, type Place } from '../core/issue.ts'
import type { Places } from '../dialects/dialect.ts'
import type { Files } from '../ports/files.ts'

type Around = { readonly places: Places; readonly files: Files }

/** Patterns of `pins` that cover less than their author means. */
export function inspectPins(hook: Hook, { places, files }: Around): readonly Issue[] {
  const dir = realPath(places.projectDir, files)
  const disk = { project: { dir, written: places.projectDir }, files }
  return (hook.pins ?? []).flatMap((pin, index) => {
    const place = placeOf(hook, index)
    if (matchPin(pin, disk).length === 0) return [matchesNothing(pin, hook, place)]
    const { refused } = pinnedFiles([pin], disk)
    return refused.map(({ path, sha256: why }) =>
      issue(
        'pins.refused',
        place,
        `"${path}" in "pins" of hook ${hook.id} is not covered: ${why}.`,
        'Name fewer files, or the file itself.',
      ),
    )
  })
}

function matchesNothing(pin: string, hook: Hook, place: Place): Issue {
  const message = `"${pin}" in "pins" of hook ${hook.id} matches no file of the project.`
  return warning(
    'pins.nothing',
    place,
    message,
    'Write it relative to the project directory, such as `lib/**`.',
  )
}

function placeOf({ id, source }: Hook, index: number): Place {
  return { file: source.file, pointer: [...source.pointer, 'pins', index], hook: id }
}
