import type { PackContext } from '../code.ts'
import { plainText } from '../plain-text.ts'
import { isObject, lookAt } from '../projects/look.ts'

/** Files that say which package manager a project uses, the first one counts. */
const MANAGERS: readonly (readonly [file: string, name: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['deno.lock', 'deno'],
  ['uv.lock', 'uv'],
  ['poetry.lock', 'poetry'],
  ['Pipfile.lock', 'pipenv'],
  ['Cargo.lock', 'cargo'],
  ['Cargo.toml', 'cargo'],
  ['go.mod', 'go'],
  ['Gemfile.lock', 'bundler'],
  ['composer.lock', 'composer'],
  ['gradlew', 'gradle'],
  ['pom.xml', 'maven'],
  ['package.json', 'npm'],
]

const MOST_SCRIPTS = 25

/** Returns lines about how the project is built. */
export function projectLines(folder: string, { files }: Pick<PackContext, 'files'>): readonly string[] {
  const look = lookAt(files)
  const manifest = look.json(`${folder}/package.json`)
  const named = manifest?.['packageManager']
  const manager =
    typeof named === 'string' ? plainText(named, 40) : MANAGERS.find(([file]) => look.has(folder, file))?.[1]
  const scripts = isObject(manifest?.['scripts']) ? Object.keys(manifest['scripts']) : []
  const shown = scripts.slice(0, MOST_SCRIPTS).map((name) => plainText(name, 40))
  const more = scripts.length - shown.length
  return [
    ...(manager === undefined ? [] : [`package manager: ${manager}`]),
    ...(shown.length === 0 ? [] : [`scripts: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]),
  ]
}
