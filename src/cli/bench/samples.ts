import * as path from 'node:path'
import type { Hook } from '../../core/hook.ts'
import { callOf, type Wish } from '../../dialects/made-payload.ts'

/** A call that stands for all calls of its tool. */
type Sample = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }

/** The tools that agents call most. */
const USUAL = ['Bash', 'Edit', 'Write', 'Read'] as const
const PROMPT = 'Say what this project does.'
const COMMAND = 'ls'
const FILE = 'README.md'

/** Returns what the events of this name tell of in the samples: usual calls first, then those that hooks name. */
export function wishesFor(event: string, hooks: readonly Hook[], cwd: string): readonly Wish[] {
  const plain: readonly Wish[] = [{ event }, { event, prompt: PROMPT }]
  const isTool = hooks.some(
    ({ subject }) => subject === 'tool' || typeof subject === 'string' || isNative(subject),
  )
  if (!isTool) return plain
  const usual = USUAL.map((tool) => sampleOf(tool, undefined, cwd))
  const named = hooks.flatMap((hook) => namedBy(hook, cwd))
  return withoutRepeats([...usual, ...named]).map(({ tool, input }) => ({ event, tool: callOf(tool, input) }))
}

function isNative(subject: Hook['subject']): boolean {
  return typeof subject === 'object' && 'tool' in subject
}

/** Calls that the matcher or the condition of a hook asks for. */
function namedBy({ matcher, condition }: Hook, cwd: string): readonly Sample[] {
  const names = matcher.kind === 'names' ? matcher.names.map((tool) => sampleOf(tool, undefined, cwd)) : []
  const [, tool, content] = /^([^()]+)\((.*)\)$/s.exec(condition ?? '') ?? []
  return tool === undefined || content === undefined
    ? names
    : [...names, sampleOf(tool, filled(content), cwd)]
}

/** One text that a pattern such as `git push *` or `src/**` fits. */
function filled(pattern: string): string {
  return pattern.replace(/:\*$/, ' x').replaceAll(/\*+/g, 'x')
}

function sampleOf(tool: string, content: string | undefined, cwd: string): Sample {
  switch (tool) {
    case 'Bash':
      return { tool, input: { command: content ?? COMMAND } }
    case 'Edit':
      return { tool, input: { file_path: fileOf(content, cwd), old_string: 'old', new_string: 'new' } }
    case 'Write':
      return { tool, input: { file_path: fileOf(content, cwd), content: 'content' } }
    case 'Read':
      return { tool, input: { file_path: fileOf(content, cwd) } }
    default:
      return { tool, input: content === undefined ? {} : { value: content } }
  }
}

function fileOf(content: string | undefined, cwd: string): string {
  return path.resolve(cwd, content ?? FILE)
}

function withoutRepeats(samples: readonly Sample[]): readonly Sample[] {
  return [...new Map(samples.map((sample) => [JSON.stringify(sample), sample])).values()]
}
