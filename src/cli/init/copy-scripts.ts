import * as fs from 'node:fs'
import * as path from 'node:path'
import { SCRIPT_FOLDER, type Starter } from './starter.ts'

/** Copies the scripts of examples into the project. Throws what the system throws; a file that exists is not replaced. */
export function copyScripts(starters: readonly Starter[], projectDir: string): void {
  for (const { example } of starters) {
    if (example === undefined) continue
    const name = `${example}.sh`
    const target = path.join(projectDir, SCRIPT_FOLDER, name)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.copyFileSync(path.join(examplesDir(), example, 'scripts', name), target, fs.constants.COPYFILE_EXCL)
  }
}

/** In the package, beside `dist`. */
function examplesDir(): string {
  const script = fs.realpathSync(process.argv[1] ?? '')
  return path.resolve(path.dirname(script), '..', '..', 'examples', 'hooks')
}
