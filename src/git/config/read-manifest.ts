import { isIssue, issue, type Issue } from '../../core/issue.ts'
import type { HookConfig } from './config.ts'
import { readTree } from './read-tree.ts'
import { startReading, type Known } from './reading.ts'
import { readHook } from './read-repo.ts'
import { openSource, placeIn } from './source.ts'

export const MANIFEST_NAME = '.pre-commit-hooks.yaml'

export type ReadManifest = { readonly hooks?: readonly HookConfig[]; readonly issues: readonly Issue[] }

/** What a hook repository says about its hooks. Keys it does not know are not ours to warn about. */
export function readManifest(text: string, file: string, known: Pick<Known, 'tags'>): ReadManifest {
  const source = openSource(text, file)
  const tree = readTree(source)
  if (isIssue(tree)) return { issues: [tree] }
  if (tree === undefined) return { hooks: [], issues: [] }
  if (tree.kind !== 'list') return { issues: [notList(file, placeIn(source, tree))] }
  const reading = startReading(source, { ...known, metaIds: new Set(), builtinIds: new Set() })
  const hooks = tree.items.flatMap((item, index) => {
    return readHook({ tree: item, pointer: [index], reading }, 'local') ?? []
  })
  const { issues } = reading
  return issues.length > 0 ? { issues } : { hooks: hooks.map(withoutOrder), issues }
}

/** Order and groups are the project's to say. */
function withoutOrder({ options, place }: HookConfig): HookConfig {
  const { priority: _, groups: __, ...rest } = options
  return { options: rest, place }
}

function notList(file: string, place: Issue['place']): Issue {
  return issue(
    'config.not-a-list',
    place,
    `"${file}" is not a list of hooks.`,
    'Start each hook with `- id:`.',
  )
}
