import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openWorkspace, type Workspace } from '../../src/workspace/open.ts'
import type { Run } from '../../src/engine/run.ts'
import type { EngineCore } from '../../src/engine/engine.ts'
import type { Event } from '../../src/core/event.ts'
import { toolEvent } from './builders.ts'
import { testFolder, type TestFolder } from './watching.ts'

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

/** A whole workspace with Claude Code's files of a folder, and a home of its own outside of it. */
export async function workspaceIn(folder: TestFolder): Promise<Workspace> {
  const home = testFolder().dir
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

export function runIn(
  core: EngineCore,
  dir: string,
): (event: Pick<Event, 'name'> & Partial<Event>) => Promise<Run> {
  const { tool: _, ...base } = toolEvent('')
  return (event) => core.run({ ...base, host: 'library', cwd: dir, projectDir: dir, ...event })
}

export const pathIn = (folder: TestFolder): string => join(folder.dir, SETTINGS)
