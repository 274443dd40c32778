import type { Agent } from '../agents/agent.ts'
import { json, longText, type HookDoes, type OddAnswer } from './answer.ts'
import type { Shapes } from './shapes.ts'

const WHY = 'MARK-WHY'
const ERR = 'MARK-ERR'
const CHANGED = { command: 'touch changed.txt' }
const BOM = String.fromCodePoint(0xfeff)

/** Odd answers of hooks before a tool. */
export function beforeTool({ events: { pre } }: Agent, shapes: Shapes): readonly OddAnswer[] {
  const rows = { ...exits(shapes), ...decisions(shapes, pre), ...rewrites(shapes), ...texts(shapes, pre) }
  return [
    ...Object.entries(rows).map(([name, does]) => ({ name: `pre: ${name}`, hooks: { [pre]: [does] } })),
    ...Object.entries(several(shapes)).map(([name, list]) => ({
      name: `pre: ${name}`,
      hooks: { [pre]: list },
    })),
  ]
}

type Rows = Readonly<Record<string, HookDoes>>

function exits({ decide }: Shapes): Rows {
  const deny = json(decide('deny', WHY))
  return {
    silent: {},
    'exit 2, stderr': { stderr: ERR, exit: 2 },
    'exit 2, nothing': { exit: 2 },
    'exit 2, stdout': { stdout: 'MARK-OUT', exit: 2 },
    'exit 2, stdout and stderr': { stdout: 'MARK-OUT', stderr: ERR, exit: 2 },
    'exit 2, deny and stderr': { stdout: deny, stderr: ERR, exit: 2 },
    'exit 2, deny': { stdout: deny, exit: 2 },
    'exit 2, allow and stderr': { stdout: json(decide('allow')), stderr: ERR, exit: 2 },
    'exit 2, long stderr': { stderr: longText('MARK-TAIL'), exit: 2 },
    'exit 0, stderr': { stderr: ERR },
    'exit 0, deny on stderr': { stderr: deny },
    'exit 1, stderr': { stderr: ERR, exit: 1 },
    'exit 1, nothing': { exit: 1 },
    'exit 1, deny': { stdout: deny, exit: 1 },
    'exit 3, stderr': { stderr: ERR, exit: 3 },
    'missing program': { before: 'no-such-program-here' },
    'killed by a signal': { before: 'kill -9 $$' },
  }
}

function decisions({ decide, union, block }: Shapes, pre: string): Rows {
  const rows: Record<string, unknown> = {
    deny: decide('deny', WHY),
    'deny without a reason': decide('deny'),
    'deny with an empty reason': decide('deny', ''),
    'deny with a number as reason': decide('deny', 5),
    'deny with null as reason': decide('deny', null),
    'deny in capitals': decide('DENY', WHY),
    'deny of several lines': decide('deny', `first\nMARK-WHY\n\nlast`),
    'unknown decision': decide('maybe', WHY),
    'number as decision': decide(1, WHY),
    'deny and continue: false': { ...decide('deny', WHY), continue: false, stopReason: 'MARK-STOP' },
    'deny and suppressOutput': { ...decide('deny', WHY), suppressOutput: true },
    'deny and an unknown key': { ...decide('deny', WHY), zzz: 1 },
    'deny and systemMessage': { ...decide('deny', WHY), systemMessage: 'MARK-SYS' },
    'deny with a long reason': decide('deny', longText('MARK-TAIL')),
    allow: decide('allow', WHY),
    ask: decide('ask', WHY),
    'ask without a reason': decide('ask'),
    block: block(WHY),
    'block without a reason': block(),
    'decision: deny': { decision: 'deny', reason: WHY },
    'block and allow': { ...block('MARK-BLOCK'), ...nested(pre, 'allow', 'MARK-ALLOW') },
    'approve and deny': { decision: 'approve', reason: 'MARK-APPROVE', ...nested(pre, 'deny', WHY) },
    'approve and ask': { decision: 'approve', ...nested(pre, 'ask', WHY) },
    'deny at the top, allow inside': { permissionDecision: 'deny', ...nested(pre, 'allow', 'MARK-ALLOW') },
    'deny of another event': nested('PostToolUse', 'deny', WHY),
    'deny without an event': {
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: WHY },
    },
    'every shape of a no': union,
    'continue: false': { continue: false, stopReason: 'MARK-STOP' },
    'continue: "false"': { continue: 'false', stopReason: 'MARK-STOP' },
    systemMessage: { systemMessage: 'MARK-SYS' },
    'systemMessage that is a number': { systemMessage: 5 },
    'empty object': {},
    'a list': [decide('deny', WHY)],
    'a text': 'MARK-TXT',
    null: null,
  }
  return Object.fromEntries(Object.entries(rows).map(([name, value]) => [name, { stdout: json(value) }]))
}

function nested(hookEventName: string, permissionDecision: string, permissionDecisionReason: string) {
  return { hookSpecificOutput: { hookEventName, permissionDecision, permissionDecisionReason } }
}

function rewrites({ decide, rewrite }: Shapes): Rows {
  const both = (decision: string) => rewriteWith({ decide, rewrite }, decision)
  const rows: Record<string, unknown> = {
    'rewrite without a decision': rewrite(CHANGED),
    'rewrite and allow': both('allow'),
    'rewrite and ask': both('ask'),
    'rewrite and deny': both('deny'),
    'rewrite to a text': rewrite('MARK-X'),
    'rewrite to null': rewrite(null),
    'rewrite to a list': rewrite([]),
    'rewrite without the command': rewrite({ description: 'MARK-X' }),
    'rewrite with a number as command': rewrite({ command: 5 }),
    'rewrite with a new key': rewrite({ ...CHANGED, zzz: 1 }),
  }
  return Object.fromEntries(Object.entries(rows).map(([name, value]) => [name, { stdout: json(value) }]))
}

/** A decision and a rewrite in one document, nested objects merged. */
function rewriteWith({ decide, rewrite }: Pick<Shapes, 'decide' | 'rewrite'>, decision: string): unknown {
  const [one, two] = [decide(decision, WHY), rewrite(CHANGED)]
  const inner = { ...(one['hookSpecificOutput'] as object), ...(two['hookSpecificOutput'] as object) }
  return { ...one, ...two, ...(Object.keys(inner).length > 0 && { hookSpecificOutput: inner }) }
}

function texts({ decide, context }: Shapes, pre: string): Rows {
  const deny = json(decide('deny', WHY))
  const allow = json(decide('allow'))
  return {
    'plain text': { stdout: 'MARK-TXT\n' },
    'broken JSON': { stdout: '{broken MARK-TXT' },
    'two documents': { stdout: `${deny}\n${deny}` },
    'allow, then deny': { stdout: `${allow}\n${deny}` },
    'deny, then text': { stdout: `${deny}\nMARK-TXT\n` },
    'text, then deny': { stdout: `MARK-TXT\n${deny}\n` },
    'blank lines, then deny': { stdout: `\n\n  ${deny}\n\n` },
    'BOM, then deny': { stdout: `${BOM}${deny}` },
    'deny with CRLF': {
      stdout: `${JSON.stringify(decide('deny', WHY), undefined, 2).replaceAll('\n', '\r\n')}\r\n`,
    },
    'a key twice, deny last': { stdout: `${allow.slice(0, -1)},${deny.slice(1)}` },
    'a key twice, deny first': { stdout: `${deny.slice(0, -1)},${allow.slice(1)}` },
    context: { stdout: json(context(pre, 'MARK-CTX')) },
    'context that is a number': { stdout: json(context(pre, 5)) },
    'long context': { stdout: json(context(pre, longText('MARK-TAIL'))) },
  }
}

function several({ decide, rewrite }: Shapes): Readonly<Record<string, readonly HookDoes[]>> {
  const say = (value: unknown): HookDoes => ({ stdout: json(value) })
  const later = (does: HookDoes): HookDoes => ({ ...does, before: 'sleep 0.3' })
  return {
    'two hooks, two denies': [say(decide('deny', 'MARK-ONE')), later(say(decide('deny', 'MARK-TWO')))],
    'two hooks, two exit 2': [{ stderr: 'MARK-ONE', exit: 2 }, later({ stderr: 'MARK-TWO', exit: 2 })],
    'two hooks, allow and exit 2': [say(decide('allow')), later({ stderr: ERR, exit: 2 })],
    'two hooks, deny and allow': [say(decide('deny', WHY)), later(say(decide('allow')))],
    'two hooks, ask and deny': [say(decide('ask', 'MARK-ASK')), later(say(decide('deny', WHY)))],
    'two hooks, rewrite and deny': [say(rewrite(CHANGED)), later(say(decide('deny', WHY)))],
    'two hooks, two rewrites': [say(rewrite({ command: 'touch other.txt' })), later(say(rewrite(CHANGED)))],
    'two hooks, crash and allow': [{ exit: 1, stderr: ERR }, later(say(decide('allow')))],
    'the same hook twice': [{}, {}],
  }
}
