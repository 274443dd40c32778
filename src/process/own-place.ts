import { identify } from './identity.ts'
import { privateFolder } from './private-folder.ts'
import { RUNS_FOLDER } from './run-folder.ts'

export type OwnPlace = {
  /** When this process began. */
  readonly start: string
  /** The folder of records. */
  readonly folder: string
}

let place: OwnPlace | 'none' | undefined

/** Undefined on systems without `/proc`, and where no folder can be used. */
export function ownPlace(): OwnPlace | undefined {
  place ??= findPlace()
  return place === 'none' ? undefined : place
}

function findPlace(): OwnPlace | 'none' {
  const start = process.platform === 'linux' ? identify(process.pid)?.start : undefined
  const folder = start === undefined ? undefined : privateFolder(RUNS_FOLDER)
  return start === undefined || folder === undefined ? 'none' : { start, folder }
}
