import { isIssue, type Issue } from '../../core/issue.ts'
import { nameBelow } from '../contracts/paths.ts'
import { parseSelector, type Selector } from '../run/selectors.ts'

export type SelectionRequest = {
  readonly include: readonly string[]
  readonly skip: readonly string[]
  readonly cwd: string
  /** The folder installed hooks start in. */
  readonly workspace: string
}

/** Selectors as words of an installed hook, which reads them from the workspace's folder. */
export function selectionOptions(request: SelectionRequest): readonly string[] | Issue {
  const { workspace: root, cwd } = request
  const base = { root, here: nameBelow(root, cwd) }
  const named = [
    ...request.include.map((text) => ['--select', text] as const),
    ...request.skip.map((text) => ['--skip', text] as const),
  ]
  const options: string[] = []
  for (const [option, text] of named) {
    const selector = parseSelector(text, base)
    if (isIssue(selector)) return selector
    options.push(`${option}=${fromRoot(selector)}`)
  }
  return options
}

function fromRoot({ project, id }: Selector): string {
  const folder = project === '' ? '.' : project
  if (folder === undefined) return id?.includes(':') || id?.includes('/') ? `:${id}` : (id ?? '')
  return id === undefined ? `./${folder}/` : `${folder}:${id}`
}
