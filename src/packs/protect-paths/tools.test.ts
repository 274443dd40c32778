import { describe, expect, test } from 'vitest'
import { judged, judgedLine } from '../../../test/helpers/judged-line.ts'
import { callPack, packPlace, preToolUse } from '../../../test/helpers/pack-context.ts'
import { protectPaths as code } from './code.ts'
import { protectPaths as manifest } from './manifest.ts'

const guard = { manifest, code }
const PATCH = `*** Begin Patch
*** Update File: a.ts
*** Move to: server.pem
@@
-x
+y
*** End Patch`
const DIFF = `diff --git a/server.pem b/server.pem
--- a/server.pem
+++ b/server.pem
@@ -1 +1 @@
-x
+y
`

describe('a file is seen', () => {
  test.for<readonly [string, string, Readonly<Record<string, unknown>>, string]>([
    ['under another name of the argument', 'Read', { absolute_path: '.env' }, 'deny'],
    ['beside another file', 'Read', { file_path: 'a.ts', path: '.env' }, 'deny'],
    ['in a list', 'Read', { file_path: ['.env'] }, 'deny'],
    ['in an object', 'Read', { file_path: { path: '.env' } }, 'deny'],
    [
      'in one of several edits',
      'MultiEdit',
      { edits: [{ file_path: 'a.ts' }, { file_path: 'x.pem' }] },
      'deny',
    ],
    ['in a patch that moves', 'apply_patch', { input: PATCH }, 'deny'],
    ['in a patch that is a word', 'apply_patch', { command: ['apply_patch', PATCH] }, 'deny'],
    ['in a diff', 'mcp__git__apply', { diff: DIFF }, 'deny'],
    ['in a diff instead of a file', 'Edit', { patch: DIFF }, 'deny'],
    ['not in a text that quotes one', 'Write', { file_path: 'a.md', content: `So:\n${DIFF}` }, 'pass'],
    ['not in a patch of another file', 'apply_patch', { input: PATCH.replace('server.pem', 'b.ts') }, 'pass'],
  ])('%s', async ([, name, input, expected]) => {
    expect((await judged(guard, { name, input }))?.decision ?? 'pass').toBe(expected)
  })

  test.for([
    `apply_patch <<'EOF'\n${PATCH}\nEOF`,
    `apply_patch '${PATCH}'`,
    `patch -p1 <<'EOF'\n${DIFF}EOF`,
    `git apply <<'EOF'\n${DIFF}EOF`,
    `git apply --index - <<'EOF'\n${DIFF.replaceAll('b/server.pem', '/dev/null')}EOF`,
  ])('in a patch of the line (%#)', async (line) => {
    expect((await judgedLine(guard, line))?.decision).toBe('deny')
  })

  test('and a patch of another file passes', async () => {
    const line = `git apply <<'EOF'\n${DIFF.replaceAll('server.pem', 'a.ts')}EOF`
    expect((await judgedLine(guard, line))?.decision).toBeUndefined()
  })

  test.for([{ glob: '.e*' }, { include: '.env' }, { glob: '**/.env' }])(
    'by the filter of a search: %j',
    async (filter) => {
      const place = packPlace({ '.env': 'A=1' })
      const event = preToolUse('Grep', { pattern: 'x', ...filter }, place)
      expect((await callPack(guard, event, { place }))?.decision).toBe('ask')
    },
  )
})
