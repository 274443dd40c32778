import { basename } from 'node:path'
import type { Agent } from '../agents/agent.ts'
import type { Asked } from '../model/wire-api.ts'
import type { Happened } from '../run-agent.ts'
import { shownTexts, textsOf } from '../seen.ts'

/** What an agent did, in the terms in which two runs are compared. */
export type Facts = {
  readonly ended: string
  /** Which commands ran: the one of the model, the one of a hook. */
  readonly ran: string
  /** Names of the hooks that were started, sorted: agents start them side by side. */
  readonly hooks: readonly string[]
  readonly requests: number
  /** Every text of the last request. The lines of the instructions come first, sorted. */
  readonly model: readonly string[]
  /** Texts of the agent's output that hold a mark or name a hook. */
  readonly user: readonly string[]
}

/** What to write instead of texts that differ between any two runs. */
export type Replacement = readonly [RegExp | string, string]

/** Reads the facts of a run; texts that change with every run are replaced first. */
export function factsOf(agent: Agent, happened: Happened, commands: readonly string[]): Facts {
  const clean = cleaner(happened.root, commands)
  const { exit, isKilled, made, changed, asked, calls } = happened
  return {
    ended: isKilled ? 'killed by us' : `exit ${exit}`,
    ran:
      [made && 'the command', changed && 'the rewritten command'].filter(Boolean).join(' and ') || 'nothing',
    hooks: calls.filter((call) => !call.startsWith('bridge ')).toSorted(),
    requests: asked.length,
    model: modelTexts(asked).map(clean),
    user: userTexts(agent, happened).map(clean),
  }
}

function modelTexts(asked: readonly Asked[]): readonly string[] {
  const last = asked.at(-1)
  if (last === undefined) return []
  return [sortedLines(textsOf(last.system)), ...textsOf(last.conversation)]
}

/** Gemini CLI lists its skills in another order each time. */
function sortedLines(texts: readonly string[]): string {
  return texts
    .flatMap((text) => text.split('\n'))
    .toSorted()
    .join('\n')
}

function userTexts(agent: Agent, happened: Happened): readonly string[] {
  return [...new Set(shownTexts(agent, happened))].filter((text) => /MARK-|hook/iu.test(text))
}

const VOLATILE: readonly Replacement[] = [
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gu, 'UUID'],
  [/\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})/gu, 'TIME'],
  [/run_shell_command_\d+_\d+/gu, 'CALL'],
  [/Process Group PGID: \d+/gu, 'Process Group PGID: ID'],
  [/Chunk ID: [\da-f]+/gu, 'Chunk ID: ID'],
  [/\b\d+(?:\.\d+)? ?(?:ms|seconds)\b/gu, 'DURATION'],
]

function cleaner(root: string, commands: readonly string[]): (text: string) => string {
  const all: readonly Replacement[] = [
    ...commands.map((command) => [command, 'COMMAND'] as const),
    [root, 'ROOT'],
    // Agents make names of folders from the path of the project.
    [basename(root), 'ROOT'],
    ...VOLATILE,
  ]
  return (text) => all.reduce((done, [found, by]) => done.replaceAll(found, by), text)
}
