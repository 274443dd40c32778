import { expect, test } from 'vitest'
import type { ToolCall } from '../../core/event.ts'
import { patchCall } from '../_families/patch.ts'
import { rewriteCall } from './rewrite-call.ts'

const TEXT = '*** Begin Patch\n*** Delete File: a\n*** End Patch'
const { isReadable: _, ...edits } = patchCall(TEXT, '/w')
const patch: ToolCall = { ...edits, nativeName: 'apply_patch', nativeInput: TEXT }
const create: ToolCall = {
  name: 'Write',
  nativeName: 'create',
  input: { file_path: '/w/a', content: 'x' },
  nativeInput: { path: '/w/a', file_text: 'x' },
}

test('arguments get the names of the tool', () =>
  expect(rewriteCall(create, { file_path: '/w/b', content: 'y' })).toMatchObject({
    nativeInput: { path: '/w/b', file_text: 'y' },
  }))

test('a new patch is the call with other files', () => {
  const text = TEXT.replace('File: a', 'File: b')
  expect(rewriteCall(patch, { ...patch.input, patch: text }, '/w')).toMatchObject({
    input: { file_path: '/w/b', patch: text },
    nativeInput: text,
  })
})

test('an input that was not changed is the call as it was', () =>
  expect(rewriteCall(patch, { ...patch.input }, '/w')).toBe(patch))

test.for([
  ['another file', { file_path: '/w/b' }],
  ['no patch', { patch: 3 }],
  ['a patch without a file', { patch: 'nothing' }],
])('a patch cannot be changed by %s', ([, change]) =>
  expect(rewriteCall(patch, { ...patch.input, ...(change as object) }, '/w')).toEqual(expect.any(String)),
)
