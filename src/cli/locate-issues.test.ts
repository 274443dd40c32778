import { expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { issue } from '../core/issue.ts'
import { locateIssues } from './locate-issues.ts'
import { issueLine } from './render/issue-line.ts'

const FILE = '/app/hookwright.yaml'
const gate = hook({
  id: 'gate',
  source: { file: FILE, pointer: ['hooks', 'PreToolUse', 0], scope: 'project' },
})
const files = memoryFiles({ [FILE]: 'version: 1\nhooks:\n  PreToolUse:\n    - id: gate\n      deny: No.\n' })

test.for([
  ['knows only the hook', { hook: 'gate' }, `hook gate (${FILE}:4:7): No.`],
  [
    'knows the file',
    { hook: 'gate', file: FILE, pointer: gate.source.pointer },
    `hook gate (${FILE}:4:7): No.`,
  ],
  ['names a hook that is gone', { hook: 'other' }, 'hook other: No.'],
  [
    'names a file that is gone',
    { hook: 'gate', file: '/gone.yaml', pointer: [] },
    'hook gate (/gone.yaml): No.',
  ],
  ['is about no hook', {}, 'No.'],
] as const)('an issue that %s is told with all that is known', ([, place, line]) => {
  expect(locateIssues([issue('x', place, 'No.')], [gate], files).map(issueLine)).toEqual([line])
})
