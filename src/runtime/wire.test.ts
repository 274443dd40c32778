import { expect, test } from 'vitest'
import { emptyPatch } from '../dialects/codex-runtime/contract.ts'
import { blockText, isClean, NOOP, type HookIssue } from './hook.ts'
import { CONTRACT_VERSION, isCompatible } from './version.ts'
import { actionWire, issueWire, patchWire, reportWire, serializeContext } from './wire.ts'

const issue: HookIssue = {
  hookName: 'h',
  phase: 'PreRun',
  class: 'Timeout',
  message: 'm',
  stderr: 'not the crate’s',
}
const block = { kind: 'block', hookName: 'h', phase: 'PreTurn', message: 'm', stderr: 's' } as const

test('the default patch is empty', () =>
  expect(JSON.stringify(patchWire(emptyPatch))).toBe(
    '{"prompt_override":null,"model_override":null,"add_attachments":[],"metadata_delta":null}',
  ))

test.for([
  [NOOP, '"Noop"'],
  [
    {
      kind: 'mutate',
      patch: {
        promptOverride: 'p',
        modelOverride: 'm',
        addAttachments: [{ ImageUrl: { url: 'u' } }],
        metadataDelta: { a: 1 },
      },
    },
    '{"Mutate":{"prompt_override":"p","model_override":"m","add_attachments":[{"ImageUrl":{"url":"u"}}],"metadata_delta":{"a":1}}}',
  ],
  [block, '{"Block":{"hook_name":"h","phase":"PreTurn","message":"m"}}'],
] as const)('an action is written as the crate writes it: %j', ([action, json]) =>
  expect(JSON.stringify(actionWire(action))).toBe(json),
)

test('so is an issue, and a report', () => {
  const json = '{"hook_name":"h","phase":"PreRun","class":"Timeout","message":"m"}'
  expect(JSON.stringify(issueWire(issue))).toBe(json)
  expect(JSON.stringify(reportWire({ issues: [issue] }))).toBe(`{"issues":[${json}]}`)
})

test('a report is clean when it is empty', () =>
  expect([isClean({ issues: [] }), isClean({ issues: [issue] })]).toEqual([true, false]))

test('a block says who, when and why', () =>
  expect(blockText(block)).toBe("blocked by hook 'h' at PreTurn: m"))

test('versions of one major go together', () => {
  expect(CONTRACT_VERSION).toEqual({ major: 1, minor: 0 })
  expect(isCompatible({ major: 1, minor: 99 })).toBe(true)
  expect(isCompatible({ major: 2, minor: 0 })).toBe(false)
})

test.for<readonly [string, unknown]>([
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['nothing', undefined],
  ['something that writes nothing', { toJSON: () => undefined }],
])('a context has all its keys when a value is %s', ([, value]) => {
  const context = {
    phase: 'PreToolUse',
    correlationId: 'c',
    tsMs: 0,
    metadata: value,
    toolInput: value,
  } as const
  const wire = JSON.parse(serializeContext(context)) as object
  expect(Object.keys(wire)).toHaveLength(11)
  expect(wire).toMatchObject({ metadata: null, tool_input: null })
})
