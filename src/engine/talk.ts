import type { Event } from '../core/event.ts'
import type { Hook } from '../core/hook.ts'
import { notice, warning, type Issue } from '../core/issue.ts'
import type { Outcome } from '../core/outcome.ts'
import type { Question } from '../core/question.ts'
import type { Asides, Questions } from '../dialects/dialect.ts'
import type { Heir, Running, Talk } from '../handlers/handler.ts'
import type { AskUser } from '../ports/ask-user.ts'
import type { BackgroundStep } from './background.ts'
import { limits } from './limits.ts'

export type TalkOptions = {
  readonly hook: Hook
  readonly event: Event
  readonly asides: Asides
  /**
   * What becomes of a hook that is not to be waited for. `move`: it goes into the registry. A process: that one goes on
   * with it, and the run waits for it where that is impossible, for no longer than for another hook.
   */
  readonly behind: 'move' | 'ignore' | Heir
  /** True when the host waits to hear whether something may happen: a no that comes later is a no that is lost. */
  readonly isGate: boolean
  /** The most milliseconds a hook gets that asks for time itself. */
  readonly maxAsyncTimeoutMs: number
  /** Absent for hooks that do not ask: they read to the end of stdin. */
  readonly askUser: AskUser | undefined
}

/** What one step says while it runs, heard in order. */
export type StepTalk = {
  readonly talk: Talk
  /** When and how the step moves into the background; for most, never. */
  readonly behind: Promise<BackgroundStep['mode']>
  /** The step has a place in the background, and the time it asked for. */
  moved(): readonly Issue[]
  /** For a step that finds no place in the background: the run waits for it, and reads its answer as a background hook's. */
  stay(): void
  /** For a step that has ended: its open questions are dropped. Returns the outcome without the questions. */
  end(outcome: Outcome): Outcome
}

export function createTalk(options: TalkOptions): StepTalk {
  const { hook, event, asides, behind: wanted, isGate, maxAsyncTimeoutMs } = options
  let declared: Declared | undefined
  let isRefused = false
  let isWaitedFor = typeof wanted === 'object'
  let moveBehind: (mode: BackgroundStep['mode']) => void = () => {}
  const behind = new Promise<BackgroundStep['mode']>((resolve) => {
    moveBehind = resolve
  })
  const questions = createInterview(options)

  function opening(text: string, running: Running): boolean {
    if (wanted === 'ignore' || hook.mode !== 'wait') return false
    const line = text.trim()
    const found = line.endsWith('}') ? asides.readDeclaration?.(line) : undefined
    if (found === undefined) return line === '' || line.startsWith('{')
    // In a file of another dialect nothing but the file says so: the text may be the model's, echoed by a guard.
    isRefused = isGate && (hook.dialect !== hook.wire || found.decides === true)
    if (isRefused) return false
    const ms = Math.min(found.timeoutMs, maxAsyncTimeoutMs)
    const issues = ms < found.timeoutMs ? [cut(hook, found.timeoutMs, ms)] : []
    declared = { ms, issues: isGate ? [...issues, tooLate(hook, event)] : issues, running }
    if (wanted === 'move') moveBehind('declared')
    else running.handOver(wanted, ms)
    return false
  }

  return {
    behind,
    moved() {
      declared?.running.allow(declared.ms)
      return declared?.issues ?? []
    },
    stay: () => void (isWaitedFor = true),
    talk: {
      keepInput: questions !== undefined,
      started: () => {
        if (hook.mode !== 'wait' && wanted === 'move') moveBehind(hook.mode)
      },
      opening,
      line: (text, running) => questions?.hear(text, running) ?? false,
    },
    end(outcome) {
      const heard = questions?.end(outcome) ?? outcome
      if (isRefused) return withWarning(heard, notTaken(hook, event))
      return declared === undefined ? heard : endOfDeclared(heard, declared, isWaitedFor)
    },
  }
}

/** What a step said on its first line: nobody should wait for it. */
type Declared = { readonly ms: number; readonly issues: readonly Issue[]; readonly running: Running }

function endOfDeclared(outcome: Outcome, { ms, issues }: Declared, isWaitedFor: boolean): Outcome {
  switch (outcome.kind) {
    case 'exited':
      return isWaitedFor ? { ...outcome, declared: true } : outcome
    case 'timed-out':
      return isWaitedFor ? outcome : { ...outcome, afterMs: ms, declared: true }
    case 'backgrounded':
      return { ...outcome, warnings: [...(outcome.warnings ?? []), ...issues] }
    case 'answered':
    case 'not-started':
    case 'failed':
    case 'cancelled':
      return outcome
  }
}

function withWarning(outcome: Outcome, problem: Issue): Outcome {
  if (outcome.kind !== 'exited' && outcome.kind !== 'timed-out') return outcome
  return { ...outcome, warnings: [...(outcome.warnings ?? []), problem] }
}

function notTaken({ id }: Hook, { name }: Event): Issue {
  return warning(
    'async.refused',
    { hook: id },
    `Its first line of output declares it async. On ${name} it was waited for all the same, because a no would come too late.`,
    'Write `async: true` in its file if it decides nothing.',
  )
}

function tooLate({ id }: Hook, { name }: Event): Issue {
  const problem = `It declared itself async on ${name}, so what it decides comes too late.`
  return notice('async.gate', { hook: id }, problem)
}

function cut({ id }: Hook, askedMs: number, ms: number): Issue {
  return warning(
    'async.timeout',
    { hook: id },
    `Its asyncTimeout asks for ${askedMs / 1000} s; it gets ${ms / 1000} s, the most a hook can ask for.`,
    'Use `async: true` with a `timeout` in its file for a hook that takes longer.',
  )
}

type Interview = { hear(line: string, running: Running): boolean; end(outcome: Outcome): Outcome }

function createInterview(options: TalkOptions): Interview | undefined {
  const { asides, askUser, event } = options
  const { questions } = asides
  if (askUser === undefined || !questions?.takes(event)) return undefined
  return interview(options, questions, askUser)
}

function interview({ hook, event }: TalkOptions, questions: Questions, askUser: AskUser): Interview {
  const over = new AbortController()
  const heard: string[] = []
  const summary = questions.summarise(event)
  let queue = Promise.resolve()

  async function answer(question: Question, running: Running): Promise<void> {
    if (over.signal.aborted) return
    const asking = {
      ...question,
      hook: hook.id,
      name: questions.nameOf(event, hook),
      ...(summary !== undefined && { summary }),
    }
    const key = await ask(asking, over.signal, askUser)
    if (key !== undefined) return running.write(questions.writeReply(question, key))
    over.abort()
    running.closeInput()
  }

  return {
    hear(line, running) {
      if (over.signal.aborted || heard.length >= limits.questions) return false
      const question = questions.read(line)
      if (question === undefined) return true
      heard.push(line)
      queue = queue.then(() => answer(question, running))
      return true
    },
    end(outcome) {
      over.abort()
      return withoutQuestions(outcome, heard, questions)
    },
  }
}

/** A door that breaks is a person who did not answer. */
async function ask(
  asking: Parameters<AskUser>[0],
  signal: AbortSignal,
  askUser: AskUser,
): Promise<string | undefined> {
  try {
    const key = await askUser(asking, { signal })
    return asking.options.some((option) => option.key === key) ? key : undefined
  } catch {
    return undefined
  }
}

function withoutQuestions(outcome: Outcome, lines: readonly string[], questions: Questions): Outcome {
  if (lines.length === 0 || (outcome.kind !== 'exited' && outcome.kind !== 'timed-out')) return outcome
  const { stdout } = outcome
  return { ...outcome, stdout: { ...stdout, text: questions.remove(stdout.text, lines) } }
}
