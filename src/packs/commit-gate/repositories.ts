import * as path from 'node:path'
import { isWithin, type Look } from '../projects/look.ts'

/**
 * Returns the top folders of the repositories in which commits are made, each with the first of its folders. Only those
 * of the project count: inside it, around it, or another work tree of it. Nobody has asked for the checks of others,
 * which would run their code. A folder without a repository has nothing to commit.
 */
export function repositoriesOf(
  folders: readonly string[],
  project: string,
  look: Look,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const folder of folders) {
    const root = topOf(folder, look)
    if (root !== undefined && !found.has(root) && isOfProject(root, project, look)) found.set(root, folder)
  }
  return found
}

function topOf(folder: string, look: Look): string | undefined {
  if (look.entries(folder).some(({ name }) => name === '.git')) return folder
  const parent = path.dirname(folder)
  return parent === folder ? undefined : topOf(parent, look)
}

function isOfProject(root: string, project: string, look: Look): boolean {
  if (isWithin(root, project) || isWithin(project, root)) return true
  const own = topOf(project, look)
  return own !== undefined && gitFolderOf(own, look) === gitFolderOf(root, look)
}

/** The `.git` of a linked work tree is a file with a path below the folder that all work trees share. */
function gitFolderOf(root: string, look: Look): string {
  const link = path.join(root, '.git')
  const [, target] = /^gitdir: (.+)$/m.exec(look.text(link) ?? '') ?? []
  if (target === undefined) return link
  return path.resolve(root, target).replace(/[\\/]worktrees[\\/][^\\/]+$/, '')
}
