import * as fs from 'node:fs'
import * as path from 'node:path'
import { SCRIPT_FOLDER, starterText, type Starter } from './starter.ts'

export const FILE = 'hookwright.yaml'

type Start = { readonly starters: readonly Starter[]; readonly imports: readonly string[] }

/**
 * Writes the first file of a project and the scripts that it names. Nothing that exists is replaced. Returns why it could
 * not be done; then nothing of it stays.
 */
export function writeStart({ starters, imports }: Start, projectDir: string): string | undefined {
  const made: string[] = []
  try {
    copyScripts(starters, projectDir, made)
    const text = starterText({ starters, imports, schema: schemaFor(projectDir) })
    fs.writeFileSync(path.join(projectDir, FILE), text, { flag: 'wx' })
    return undefined
  } catch (error) {
    for (const each of made.toReversed()) undo(each)
    const { code = String(error), path: source = FILE, dest } = error as NodeJS.ErrnoException & Copying
    const where = dest ?? source
    return code === 'EEXIST'
      ? `"${where}" is there already and was not replaced. Nothing was written. Move it away, or choose other hooks with --hooks.`
      : `"${where}" could not be written (${code}). Nothing was written.`
  }
}

/** What the system says besides when a copy fails. */
type Copying = { readonly dest?: string }

/** `made`: gets the path of everything that was made, before anything else can fail. */
function copyScripts(starters: readonly Starter[], projectDir: string, made: string[]): void {
  for (const { example } of starters) {
    if (example === undefined) continue
    const name = `${example}.sh`
    const target = path.join(projectDir, SCRIPT_FOLDER, name)
    const folder = fs.mkdirSync(path.dirname(target), { recursive: true })
    if (folder !== undefined) made.push(folder)
    fs.copyFileSync(path.join(examplesDir(), example, 'scripts', name), target, fs.constants.COPYFILE_EXCL)
    made.push(target)
  }
}

/** A folder that somebody else has put something into by now stays. */
function undo(made: string): void {
  try {
    if (fs.lstatSync(made).isDirectory()) fs.rmdirSync(made)
    else fs.rmSync(made)
  } catch {
    // The first failure is the one to tell.
  }
}

/** In the package, beside `dist`. */
function examplesDir(): string {
  const script = fs.realpathSync(process.argv[1] ?? '')
  return path.resolve(path.dirname(script), '..', '..', 'examples', 'hooks')
}

const LOCAL_SCHEMA = 'node_modules/hookwright/schemas/hookwright.json'
const PUBLIC_SCHEMA = 'https://unpkg.com/hookwright/schemas/hookwright.json'

function schemaFor(projectDir: string): string {
  return fs.existsSync(path.join(projectDir, LOCAL_SCHEMA)) ? `./${LOCAL_SCHEMA}` : PUBLIC_SCHEMA
}
