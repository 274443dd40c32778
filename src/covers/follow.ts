import type { HostVariables } from '../core/host-variables.ts'
import { MODULE, noNames, type NamedFiles } from '../core/named-files.ts'
import { alwaysSetBy } from './always-set.ts'
import { cutWords } from './cut-words.ts'
import { namesInModule } from './module-imports.ts'
import { namesInText } from './read-names.ts'

/** What one part of a file names: the `main` of a package, one of its scripts, or what a module imports. Paths are relative to its folder. */
export function namesInFile(part: string, bytes: Uint8Array, variables: HostVariables): NamedFiles {
  const text = new TextDecoder().decode(bytes)
  if (part === MODULE) return namesInModule(text)
  const value = parsed(text)
  if (value === undefined) return { ...noNames, words: cutWords(text, alwaysSetBy(variables)) }
  if (part === 'main') return mainOf(value)
  const name = part.slice('script '.length)
  const script = [value['scripts'], value['tasks']].map((group) => textOf(own(group, name))).find(Boolean)
  return script === undefined ? noNames : withPackages(namesInText(script, variables))
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isMapping(value) ? value : {}
  } catch {
    return undefined
  }
}

function mainOf({ main }: Readonly<Record<string, unknown>>): NamedFiles {
  if (typeof main !== 'string') return noNames
  const endings = ['', '.js', '.json', '.node', '/index.js', '/index.json', '/index.node']
  return { ...noNames, words: endings.map((ending) => main + ending) }
}

/** Deno also takes `{ "command": … }`. */
function textOf(script: unknown): string | undefined {
  if (typeof script === 'string') return script
  return textOrUndefined(own(script, 'command'))
}

function textOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Scripts find the programs of installed packages first. */
function withPackages(names: NamedFiles): NamedFiles {
  return {
    ...names,
    upward: [...names.upward, ...names.programs.map((program) => `node_modules/.bin/${program}`)],
  }
}

function own(group: unknown, name: string): unknown {
  return isMapping(group) && Object.hasOwn(group, name) ? group[name] : undefined
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
