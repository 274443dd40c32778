import { existsSync } from 'node:fs'
import { warning, type Issue } from '../core/issue.ts'
import { identify } from './identity.ts'
import { privateFolder } from './private-folder.ts'
import { runsFolders } from './run-folder.ts'

export type OwnPlace = {
  /** When this process began. */
  readonly start: string
  /** The folder of records. */
  readonly folder: string
}

let place: OwnPlace | 'none' | undefined
let unsaid: Issue | undefined

/** Undefined on systems without `/proc`, and where no folder can be used. */
export function ownPlace(): OwnPlace | undefined {
  place ??= findPlace()
  return place === 'none' ? undefined : place
}

/** Returned once: the folder that should have the records cannot be used. */
export function takePlaceWarning(): Issue | undefined {
  const taken = unsaid
  unsaid = undefined
  return taken
}

/** The next call looks again, and is told again. */
export function forgetPlace(): void {
  place = undefined
  unsaid = undefined
}

/** All folders that may hold records: what made one of them useless may have come, or gone, between two calls. */
export function recordFolders(): readonly string[] {
  return runsFolders().filter((each) => existsSync(each) && privateFolder(each) !== undefined)
}

function findPlace(): OwnPlace | 'none' {
  const start = process.platform === 'linux' ? identify(process.pid)?.start : undefined
  if (start === undefined) return 'none'
  const folders = runsFolders()
  const folder = folders.find((each) => privateFolder(each) !== undefined)
  if (folder !== folders[0]) unsaid = unusable(folder, folders)
  return folder === undefined ? 'none' : { start, folder }
}

function unusable(folder: string | undefined, folders: readonly string[]): Issue {
  const all = folder === undefined ? folders : folders.slice(0, 1)
  const names = all.map((each) => `"${each}"`).join(' and ')
  const instead =
    folder === undefined
      ? 'If hookwright is killed, nobody ends its hooks at their deadlines.'
      : `"${folder}" is used instead.`
  return warning(
    'run.folder',
    {},
    `Records of running hooks cannot be kept in ${names}: not a folder that only this user can enter. ${instead}`,
    'Remove what is there; another user may have made it.',
  )
}
