import fc from 'fast-check'
import { expect, test } from 'vitest'
import { read } from './config.ts'
import { Defaults, Entry } from './schema-entry.ts'
import { McpServer, Top } from './schema.ts'

const keys = fc.constantFrom(
  ...[Entry, Defaults, McpServer, Top].flatMap((part) => Object.keys(part.shape)),
  'PreToolUse',
  'Stop',
  'use',
  '__proto__',
  'constructor',
  'toString',
  '',
)
const leaves = fc.oneof(
  fc.constantFrom(
    'command',
    'bash',
    'x | y',
    "'",
    '(',
    'http',
    'https://x.example/$A',
    'claude-code',
    '',
    1,
    0,
    -1,
    NaN,
    1e12,
    true,
    null,
  ),
  fc.string(),
)

/** Values in the neighbourhood of a real file. */
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaves,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
  ),
}))
const anyFile = fc.oneof(
  anyValue,
  fc.record({ hooks: fc.record({ PreToolUse: fc.array(anyValue, { maxLength: 3 }) }) }),
  fc.record({ hooks: fc.dictionary(keys, fc.array(anyValue, { maxLength: 3 })) }),
)

test('no value throws, and an error excludes hooks and imports', () => {
  fc.assert(
    fc.property(anyFile, (value) => {
      const { hooks, imports, issues } = read({ file: 'a.yaml', scope: 'user', value }, { startDir: '/p' })
      const isBroken = issues.some((problem) => problem.severity === 'error')
      expect(isBroken && hooks.length + imports.length > 0).toBe(false)
      expect(issues.every(({ place }) => place.file === 'a.yaml' && place.pointer !== undefined)).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})
