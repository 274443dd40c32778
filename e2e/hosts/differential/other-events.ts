import type { Agent } from '../agents/agent.ts'
import { json, longText, type HookDoes, type OddAnswer } from './answer.ts'
import type { Shapes } from './shapes.ts'

const WHY = 'MARK-WHY'
const ERR = 'MARK-ERR'
const STOP = { continue: false, stopReason: 'MARK-STOP' }

type Rows = Readonly<Record<string, HookDoes>>

/** Odd answers of hooks on every event but the one before a tool. */
export function otherEvents(agent: Agent, shapes: Shapes): readonly OddAnswer[] {
  const { events, moreEvents, failureEvent } = agent
  return [
    ...named(events.post, 'post', { ...common(shapes, events.post), ...contexts(shapes, events.post) }),
    ...named(events.prompt, 'prompt', {
      ...common(shapes, events.prompt),
      ...contexts(shapes, events.prompt),
    }),
    ...named(events.start, 'start', { ...few(), ...contexts(shapes, events.start) }),
    ...named(events.stop, 'stop', once(common(shapes, events.stop))),
    ...named(events.end, 'end', few()),
    ...moreEvents.flatMap((event) => named(event, event, few())),
    ...(failureEvent === undefined
      ? []
      : named(failureEvent, failureEvent, common(shapes, failureEvent)).map((each) => ({
          ...each,
          failsTool: true,
        }))),
    ...severalEvents(agent, shapes),
  ]
}

function named(event: string, title: string, rows: Rows): readonly OddAnswer[] {
  return Object.entries(rows).map(([name, does]) => ({
    name: `${title}: ${name}`,
    hooks: { [event]: [does] },
  }))
}

/** An answer that keeps a turn going would do so until the cap of the agent. */
function once(rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).map(([name, does]) => [name, { ...does, isOnce: true }]))
}

function common({ block, context }: Shapes, event: string): Rows {
  return {
    'exit 2, stderr': { stderr: ERR, exit: 2 },
    'exit 2, nothing': { exit: 2 },
    'exit 2, stdout and stderr': { stdout: 'MARK-OUT', stderr: ERR, exit: 2 },
    'exit 1, stderr': { stderr: ERR, exit: 1 },
    block: { stdout: json(block(WHY)) },
    'block without a reason': { stdout: json(block()) },
    'block and context': { stdout: json({ ...context(event, 'MARK-CTX'), ...block(WHY) }) },
    'block in capitals': { stdout: json({ decision: 'BLOCK', reason: WHY }) },
    'continue: false': { stdout: json(STOP) },
    'plain text': { stdout: 'MARK-TXT\n' },
    systemMessage: { stdout: json({ systemMessage: 'MARK-SYS' }) },
    'block with a long reason': { stdout: json(block(longText('MARK-TAIL'))) },
  }
}

function contexts({ context }: Shapes, event: string): Rows {
  return {
    context: { stdout: json(context(event, 'MARK-CTX')) },
    'context at the top': { stdout: json({ additionalContext: 'MARK-CTX' }) },
    'context that is a number': { stdout: json(context(event, 5)) },
    'long context': { stdout: json(context(event, longText('MARK-TAIL'))) },
    'long plain text': { stdout: longText('MARK-TAIL') },
  }
}

function few(): Rows {
  return {
    'exit 2, stderr': { stderr: ERR, exit: 2 },
    'exit 1, stderr': { stderr: ERR, exit: 1 },
    'plain text': { stdout: 'MARK-TXT\n' },
    block: { stdout: json({ decision: 'block', reason: WHY }) },
    'continue: false': { stdout: json(STOP) },
    systemMessage: { stdout: json({ systemMessage: 'MARK-SYS' }) },
  }
}

function severalEvents({ events, moreEvents }: Agent, { context, block }: Shapes): readonly OddAnswer[] {
  const two = (event: string, one: unknown, other: unknown): OddAnswer['hooks'] => ({
    [event]: [{ stdout: json(one) }, { stdout: json(other), before: 'sleep 0.3' }],
  })
  const everywhere = [...Object.values(events), ...moreEvents].map((event) => [event, [{}]] as const)
  return [
    { name: 'every event: silent', hooks: Object.fromEntries(everywhere) },
    {
      name: 'prompt: two contexts',
      hooks: two(events.prompt, context(events.prompt, 'MARK-ONE'), context(events.prompt, 'MARK-TWO')),
    },
    { name: 'prompt: two blocks', hooks: two(events.prompt, block('MARK-ONE'), block('MARK-TWO')) },
    { name: 'post: two blocks', hooks: two(events.post, block('MARK-ONE'), block('MARK-TWO')) },
    {
      name: 'post: two hooks, block and context',
      hooks: two(events.post, block(WHY), context(events.post, 'MARK-CTX')),
    },
    {
      name: 'stop: two blocks',
      hooks: {
        [events.stop]: [
          { stdout: json(block('MARK-ONE')), isOnce: true },
          { stdout: json(block('MARK-TWO')), before: 'sleep 0.3', isOnce: true },
        ],
      },
    },
    {
      name: 'post: two hooks, context and block',
      hooks: two(events.post, context(events.post, 'MARK-CTX'), block(WHY)),
    },
  ]
}
