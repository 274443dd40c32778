import * as path from 'node:path'
import { discover } from '../config/discover.ts'
import { parseConfig } from '../config/parse.ts'
import { findPlaces } from '../config/places.ts'
import { readFiles } from '../config/read-files.ts'
import { hookwright } from '../dialects/hookwright/index.ts'
import { limits } from '../engine/limits.ts'
import type { Env } from '../ports/env.ts'
import { systemFiles } from '../ports/files.ts'

/**
 * Acts that agents may do, by `allowAgents` of the managed file, else of the user's. The user's is looked for in the home
 * folder of the account: an agent can start us with any HOME and XDG_CONFIG_HOME, and a file of its own in there.
 */
export function allowedActs(env: Env): readonly string[] {
  const found = discover(ownFiles(env), systemFiles).found.map((file) => ({
    ...file,
    dialect: hookwright.name,
  }))
  const { files } = readFiles(found, { files: systemFiles, maxBytes: limits.configBytes })
  const lists = files.map(({ text, path: file }) => listIn(parseConfig(text, file).value))
  return lists.find((list) => list !== undefined) ?? []
}

/** The strongest first. */
function ownFiles(env: Env): ReturnType<typeof hookwright.files> {
  const home = env.accountHome()
  const places = findPlaces(env, systemFiles, undefined)
  const configHome = home === undefined ? undefined : accountConfig(home, env.platform)
  const specs = hookwright.files({ ...places, ...(configHome !== undefined && { configHome }) })
  return specs.filter(({ scope }) => scope === 'managed' || (scope === 'user' && configHome !== undefined))
}

function accountConfig(home: string, platform: NodeJS.Platform): string {
  const base = platform === 'win32' ? path.join(home, 'AppData', 'Roaming') : path.join(home, '.config')
  return path.join(base, 'hookwright')
}

function listIn(value: unknown): readonly string[] | undefined {
  const list: unknown = (value as { allowAgents?: unknown } | undefined)?.allowAgents
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : undefined
}
