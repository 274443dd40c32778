import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import * as path from 'node:path'
import { contentFolder } from '../../config/npm-packs.ts'
import type { CheckedPack } from './check-pack.ts'

/** Writes a package into the state folder, whole or not at all. What was there before is replaced. */
export function unpack({ files, locked }: CheckedPack, stateDir: string): void {
  const folder = contentFolder(stateDir, locked.integrity)
  const draft = `${folder}.${randomBytes(6).toString('hex')}`
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  try {
    for (const [name, { bytes, isProgram }] of files) {
      const file = path.join(draft, ...name.split('/'))
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 })
      if (isProgram || startsProgram(bytes)) chmodSync(file, 0o700)
    }
    rmSync(folder, { recursive: true, force: true })
    renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** npm does not keep that a file may be run, but for those of `bin`. */
function startsProgram(bytes: Uint8Array): boolean {
  return bytes[0] === 0x23 && bytes[1] === 0x21
}
