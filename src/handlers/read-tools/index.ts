import type { Event } from '../../core/event.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Files } from '../../ports/files.ts'
import type { ModelCall, ModelTool } from '../../ports/model.ts'
import { globTool } from './glob.ts'
import { grepTool } from './grep.ts'
import type { Transcript } from '../transcript.ts'
import { createReach } from './reach.ts'
import { readTool } from './read.ts'
import { BOUNDS, Refused } from './tool.ts'

export type ReadTools = {
  readonly tools: readonly ModelTool[]
  /** Rejects only when the signal ends it. */
  call(call: ModelCall): Promise<{ readonly text: string; readonly isError: boolean }>
}

export type ReadToolsParts = {
  readonly files: Files
  readonly clock: Clock
  readonly event: Pick<Event, 'cwd' | 'projectDir'>
  readonly signal: AbortSignal
  /** Files that may be read beside those of the project. */
  readonly transcripts?: readonly Transcript[]
}

const TOOLS = [readTool, globTool, grepTool]

/** Tools that read files below the folders of one event, its transcripts, and nothing else. */
export function createReadTools(parts: ReadToolsParts): ReadTools {
  const { files, clock, event, signal, transcripts } = parts
  const context = { reach: createReach(files, event, transcripts), signal, elapsed: () => clock.elapsed() }
  return {
    tools: TOOLS.map(({ name, description, parameters }) => ({ name, description, parameters })),
    async call({ name, input }) {
      const tool = TOOLS.find((one) => one.name === name)
      if (tool === undefined) return refused(`There is no tool "${name.slice(0, 40)}".`)
      try {
        return { text: capped(await tool.run(input, context)), isError: false }
      } catch (error) {
        if (error instanceof Refused) return refused(error.message)
        throw error
      }
    },
  }
}

function refused(text: string): { text: string; isError: true } {
  return { text, isError: true }
}

function capped(text: string): string {
  if (text.length <= BOUNDS.characters) return text
  return `${text.slice(0, BOUNDS.characters)}\n[cut: ${text.length} characters, ${BOUNDS.characters} allowed]`
}
