import { describe, expect, test } from 'vitest'
import { patchCall, readPatch } from './patch.ts'

const CWD = '/project'

describe('readPatch', () => {
  test('names every file that a patch touches, as the edit that happens to it', () => {
    const patch = [
      '*** Begin Patch',
      '*** Add File: new.txt',
      '+first',
      '+second',
      '*** Update File: src/old.ts',
      '*** Move to: src/moved.ts',
      '@@ function f()',
      ' kept',
      '-before',
      '+after',
      '*** Delete File: /etc/gone',
      '*** End Patch',
    ].join('\n')
    expect(readPatch(patch, CWD)).toEqual([
      { name: 'Write', input: { file_path: '/project/new.txt', content: 'first\nsecond' } },
      {
        name: 'Edit',
        input: { file_path: '/project/src/old.ts', old_string: 'kept\nbefore', new_string: 'kept\nafter' },
      },
      { name: 'Write', input: { file_path: '/project/src/moved.ts', content: 'kept\nafter' } },
      { name: 'Edit', input: { file_path: '/etc/gone', old_string: '', new_string: '' } },
    ])
  })

  test.each([
    ['leading white space', '*** Begin Patch\n   *** Delete File: .env'],
    ['lines that end as in Windows', '*** Begin Patch\r\n*** Delete File: .env\r\n*** End Patch\r\n'],
    ['no begin line', '*** Delete File: .env'],
    ['a here-document around it', "<<'EOF'\n*** Begin Patch\n*** Delete File: .env\n*** End Patch\nEOF"],
    ['no space after the colon', '*** Delete File:.env'],
    ['another case of letters', '*** DELETE FILE: .env'],
    ['spaces after the name', '*** Delete File: .env   '],
    ['a way through other folders', '*** Delete File: src/../.env'],
    ['more than one space in the header', '***  Update   File : .env'],
    ['a verb of another host', '*** Create File: .env'],
    ['a verb that no known host has', '*** Truncate File: .env'],
    ['a target without a file before it', '*** Begin Patch\n*** Move to: .env'],
  ])('sees the file behind %s', (_, patch) => {
    expect(readPatch(patch, CWD)).toMatchObject([{ input: { file_path: '/project/.env' } }])
  })

  test.each([
    ['a move in one line', '*** Move File: a -> b', ['Edit', 'Write']],
    ['a move without spaces', '*** Move File: a->b', ['Edit', 'Write']],
    ['a file that is added and moved', '*** Add File: a\n+x\n*** Move to: b', ['Write', 'Write']],
    ['a file that is deleted and moved', '*** Delete File: a\n*** Move to: b', ['Edit', 'Write']],
    [
      'a file that is moved twice',
      '*** Update File: a\n*** Move to: b\n*** Move to: b',
      ['Edit', 'Write', 'Write'],
    ],
  ])('sees both ends of %s', (_, patch, names) => {
    const parts = readPatch(patch, CWD) ?? []
    expect(parts.map(({ name }) => name)).toEqual(names)
    expect(new Set(parts.map(({ input }) => input['file_path']))).toEqual(
      new Set(['/project/a', '/project/b']),
    )
  })

  test('an arrow is part of a name where nothing is moved', () => {
    expect(readPatch('*** Update File: a -> b', CWD)).toMatchObject([
      { input: { file_path: '/project/a -> b' } },
    ])
  })

  test.each([
    ['a line that is added', '*** Update File: a\n+*** Delete File: b'],
    ['a line that is removed', '*** Update File: a\n-*** Delete File: b'],
  ])('takes %s for content', (_, patch) => {
    expect(readPatch(patch, CWD)).toHaveLength(1)
  })

  test('a text without a file is not a patch', () => {
    expect(readPatch('*** Begin Patch\n*** End Patch', CWD)).toBeUndefined()
    expect(readPatch('', CWD)).toBeUndefined()
  })

  test('paths of Windows stay paths of Windows', () => {
    expect(readPatch('*** Delete File: a\\b', 'C:\\work')).toMatchObject([
      { input: { file_path: 'C:\\work\\a\\b' } },
    ])
  })
})

describe('patchCall', () => {
  test('a patch of one file is a plain call that keeps the text', () => {
    const patch = '*** Delete File: a'
    expect(patchCall(patch, CWD)).toEqual({
      name: 'Edit',
      input: { file_path: '/project/a', old_string: '', new_string: '', patch },
      isReadable: true,
    })
  })

  test('a patch of several files has a part for each', () => {
    const patch = '*** Add File: a\n+x\n*** Delete File: b'
    const { name, input, parts } = patchCall(patch, CWD)
    expect({ name, input }).toEqual({
      name: 'Write',
      input: { file_path: '/project/a', content: 'x', patch },
    })
    expect(parts?.map((part) => part.input['file_path'])).toEqual(['/project/a', '/project/b'])
  })

  test('a text that names no file is an edit of unknown files', () => {
    expect(patchCall('?', CWD)).toEqual({ name: 'Edit', input: { patch: '?' }, isReadable: false })
  })
})
