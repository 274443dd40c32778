import { linkSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { windowsNode, type Machine } from './machine.ts'

const PRELOAD = join(import.meta.dirname, 'stand-in.cjs')

/** Makes Windows' Node answer under this name on drive C:, as `stand-in.cjs` says. Returns the variables it needs. */
export function installStandIn(machine: Machine, path: string): Readonly<Record<string, string>> {
  const file = join(machine.driveC, path)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  linkSync(windowsNode(), file)
  const name = path.replace(/^.*\//, '')
  return {
    NODE_OPTIONS: `--require=${machine.windowsPath(PRELOAD)}`,
    STAND_IN_FOLDER: machine.windowsPath(machine.temp),
    // Wine prefers its own program of that name in the system folder.
    WINEDLLOVERRIDES: `${name}=n`,
  }
}
