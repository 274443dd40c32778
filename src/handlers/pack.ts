import type { FunctionHandler, Hook } from '../core/hook.ts'
import { issue, type Issue } from '../core/issue.ts'
import type { Note, Outcome } from '../core/outcome.ts'
import type { PackAnswer, PackCode, PackContext } from '../packs/code.ts'
import type { PackManifest } from '../packs/manifest.ts'
import { withDefaults } from '../packs/options.ts'
import type { Clock } from '../ports/clock.ts'
import { createFunctionHandler } from './function.ts'
import type { Handler, StepInput } from './handler.ts'

/** What a context is made of besides the step itself. */
export type PackCall = Pick<PackContext, 'options' | 'signal'> & {
  /** The step that the code is called for. */
  readonly step: StepInput
  /** Name of the pack. */
  readonly name: string
}

export type PackParts = {
  readonly clock: Clock
  readonly manifests: readonly PackManifest[]
  /** The code of every pack, by name. */
  readonly code: Readonly<Record<string, () => Promise<PackCode>>>
  readonly context: (call: PackCall) => PackContext
}

/** Runs the code of a pack that is part of the program. It loads with the first step of that pack. */
export function createPackHandler({ clock, manifests, code, context }: PackParts): Handler {
  const call = createFunctionHandler(clock)
  const loaded = new Map<string, PackCode>()
  return async (step) => {
    const { handler } = step.hook
    if (handler.type !== 'pack') throw new TypeError(`not a pack hook: ${handler.type}`)
    const { name } = handler
    const manifest = manifests.find((each) => each.name === name)
    const load = Object.hasOwn(code, name) ? code[name] : undefined
    if (manifest === undefined || load === undefined) return unknown(step.hook, name)
    const run = loaded.get(name) ?? (await load())
    loaded.set(name, run)
    const options = withDefaults(manifest, handler.options)
    const asFunction: FunctionHandler = (event, { signal }) =>
      run(event, context({ step, name, options, signal }))
    const outcome = await call(withFunction(step, asFunction))
    return settled(outcome, step.hook, name)
  }
}

function withFunction(step: StepInput, run: FunctionHandler): StepInput {
  return { ...step, hook: { ...step.hook, handler: { type: 'function', run } } }
}

/** The note is for the log, the rest is the answer. */
function settled(outcome: Outcome, hook: Hook, name: string): Outcome {
  if (outcome.kind === 'failed') return { ...outcome, issue: broke(outcome.issue, hook, name) }
  if (outcome.kind !== 'answered' || outcome.body === undefined) return outcome
  const { note, ...body } = outcome.body as NonNullable<PackAnswer>
  return { ...outcome, body, ...(note !== undefined && { note: bounded(note) }) }
}

const MOST_FACTS = 20
const LONGEST_FACT = 200

/** A record of the log is one line. */
function bounded(note: Note): Note {
  const facts = Object.entries(note).slice(0, MOST_FACTS)
  return Object.fromEntries(facts.map(([name, value]) => [name, value.slice(0, LONGEST_FACT)]))
}

/** What was thrown may quote an option or a part of the payload, so only its frames are told. */
function broke({ detail }: Issue, hook: Hook, name: string): Issue {
  const frames = detail?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const problem = issue(
    'pack.threw',
    placeOf(hook),
    `The code of pack "hookwright/${name}" threw an error.`,
    REPORT,
  )
  return frames.length === 0 ? problem : { ...problem, detail: frames.join('\n') }
}

const REPORT = 'This is a fault of Hookwright: please report it with the lines below.'

/** A snapshot of another version, or a program that makes hooks itself. */
function unknown(hook: Hook, name: string): Outcome {
  const problem = issue('pack.unknown', placeOf(hook), `This version has no pack "hookwright/${name}".`)
  return { kind: 'not-started', issue: problem, ms: 0 }
}

function placeOf({ id, source: { file, pointer } }: Hook): Issue['place'] {
  return { file, pointer, hook: id }
}
