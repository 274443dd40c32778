import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openWorkspace, type Workspace } from '../../src/compose.ts'
import { load } from '../../src/config/load.ts'
import type { Hook } from '../../src/core/hook.ts'
import { dialects } from '../../src/dialects/index.ts'
import type { EngineCore, Run } from '../../src/engine/engine.ts'
import { limits } from '../../src/engine/limits.ts'
import type { Files } from '../../src/ports/files.ts'
import type { Event } from '../../src/core/event.ts'
import { toolEvent } from './builders.ts'
import type { TestFolder } from './watching.ts'

export const SETTINGS = '.claude/settings.json'

/** A settings file, by event: each command with the matcher of its group. */
export function settings(
  events: Readonly<Record<string, readonly [matcher: string, command: string, fields?: object][]>>,
): string {
  const groups = Object.entries(events).map(([event, list]) => [
    event,
    list.map(([matcher, command, fields]) => ({ matcher, hooks: [{ type: 'command', command, ...fields }] })),
  ])
  return JSON.stringify({ hooks: Object.fromEntries(groups) })
}

/** A whole workspace with Claude Code's files of a folder, and a home nobody else has. */
export async function workspaceIn(folder: TestFolder): Promise<Workspace> {
  const home = folder.at('home')
  const variables = { PATH: process.env['PATH'] ?? '', HOME: home }
  const workspace = await openWorkspace({
    env: { platform: process.platform, home, cwd: folder.dir, variables, accountHome: () => home },
    cwd: folder.dir,
    sources: ['claude-code'],
    trustProject: true,
  })
  onTestFinished(() => workspace.close())
  return workspace
}

/** Reads the same files again, as they are seen through another door. */
export async function loadAgain(
  { places, state }: Workspace,
  files: Files,
): Promise<{ hooks: readonly Hook[]; issues: Awaited<ReturnType<typeof load>>['issues'] }> {
  return load({
    sources: ['claude-code'],
    host: undefined,
    places,
    files,
    state,
    dialects,
    maxBytes: limits.configBytes,
    maxDepth: limits.configDepth,
  })
}

export function runIn(
  core: EngineCore,
  dir: string,
): (event: Pick<Event, 'name'> & Partial<Event>) => Promise<Run> {
  const { tool: _, ...base } = toolEvent('')
  return (event) => core.run({ ...base, host: 'library', cwd: dir, projectDir: dir, ...event })
}

export const pathIn = (folder: TestFolder): string => join(folder.dir, SETTINGS)
