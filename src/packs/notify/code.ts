import type { Event } from '../../core/event.ts'
import { issue, type Issue } from '../../core/issue.ts'
import type { PackAnswer, PackContext } from '../code.ts'
import { desktopCall, ringTerminal, runFirst, soundCalls } from './desktop.ts'
import { newsOf, type News } from './news.ts'
import { areHours, isQuiet } from './quiet.ts'
import { noteStart, tookLong, wasTold } from './turn.ts'
import { bodyOf, type Shape } from './webhook.ts'

/** What each way of telling may take; they run side by side. At the end of a session the host itself waits for less. */
const TIMEOUT_MS = 4_000
const LAST_TIMEOUT_MS = 1_200

/** Tells a person what happened. It decides nothing, and what fails is only noted. */
export async function notify(event: Event, context: PackContext): Promise<PackAnswer> {
  const { options } = context
  if (event.name === 'UserPromptSubmit') {
    if (Number(options['after']) > 0) noteStart(event, context)
    return undefined
  }
  const issues = problemsOf(context)
  const news = newsOf(event, options['message'] === true)
  if (news === undefined || !isWanted(event, news, context)) {
    return issues.length === 0 ? undefined : { decision: 'none', effects: [], issues }
  }
  return { decision: 'none', effects: [], issues, note: await tell(event, news, context) }
}

function isWanted(event: Event, news: News, context: PackContext): boolean {
  const { options, now } = context
  if (news.kind === 'subagent' && options['subagents'] !== true) return false
  if (isQuiet(String(options['quiet']), new Date(now()))) return false
  if (news.kind === 'end' && !tookLong(event, Number(options['after']), context)) return false
  return !wasTold(event, news, context)
}

type Way = (told: {
  readonly event: Event
  readonly news: News
  readonly context: PackContext
  readonly timeoutMs: number
}) => Promise<string | undefined>

/** Undefined: it is not wanted. */
const WAYS: Readonly<Record<string, Way>> = {
  desktop: async ({ event, news, context, timeoutMs }) => {
    if (context.options['desktop'] !== true) return undefined
    const { platform } = context
    if (await runFirst([desktopCall(news, platform)], { context, timeoutMs, cwd: event.projectDir }))
      return 'shown'
    return platform !== 'win32' && ringTerminal(news) ? 'terminal' : 'failed'
  },
  sound: async ({ event, context, timeoutMs }) => {
    if (context.options['sound'] !== true) return undefined
    const isPlayed = await runFirst(soundCalls(context.platform), {
      context,
      timeoutMs,
      cwd: event.projectDir,
    })
    return isPlayed ? 'played' : 'failed'
  },
  webhook: async ({ event, news, context, timeoutMs }) => {
    const { options, variables, now, post } = context
    const name = String(options['webhookVariable'])
    if (name === '') return undefined
    const url = variables[name]
    if (url === undefined || url === '') return 'the variable is not set'
    const { sessionId } = event
    const told = {
      ...news,
      at: new Date(now()).toISOString(),
      ...(sessionId !== undefined && { session: sessionId }),
    }
    const status = await post(url, bodyOf(options['webhookShape'] as Shape, told), timeoutMs)
    return typeof status === 'number' ? `status ${status}` : `failed: ${status.why}`
  },
  command: async ({ event, news, context, timeoutMs }) => {
    const [file, ...args] = commandOf(context)
    if (file === undefined) return undefined
    const { project, title, message = '' } = news
    const input = JSON.stringify({ project, event: event.name, title, message })
    const run = await context.run(file, args, { cwd: event.projectDir, timeoutMs, input })
    return run.kind === 'exited' ? `exit code ${run.code}` : run.kind
  },
}

async function tell(
  event: Event,
  news: News,
  context: PackContext,
): Promise<Readonly<Record<string, string>>> {
  const timeoutMs = event.name === 'SessionEnd' ? LAST_TIMEOUT_MS : TIMEOUT_MS
  const told = await Promise.all(
    Object.entries(WAYS).map(
      async ([name, way]) => [name, await way({ event, news, context, timeoutMs })] as const,
    ),
  )
  return Object.fromEntries(told.flatMap(([name, end]) => (end === undefined ? [] : [[name, end]])))
}

/** A project may not name a program. */
function commandOf({ options, scope }: PackContext): readonly string[] {
  return scope === 'user' || scope === 'managed' ? (options['command'] as readonly string[]) : []
}

function problemsOf(context: PackContext): readonly Issue[] {
  const { options } = context
  const problems: Issue[] = []
  if ((options['command'] as readonly string[]).length > 0 && commandOf(context).length === 0) {
    problems.push(
      issue(
        'pack.notify-command',
        {},
        'The option "command" of hookwright/notify counts only in the file of a user.',
        'Move the use to the hookwright.yaml of the user, or start the program by a hook of its own.',
      ),
    )
  }
  if (!areHours(String(options['quiet']))) {
    problems.push(
      issue(
        'pack.notify-quiet',
        {},
        'The option "quiet" of hookwright/notify cannot be read.',
        'Write hours as 22:00-07:30.',
      ),
    )
  }
  return problems
}
