import { expect, test } from 'vitest'
import { hook } from '../../test/helpers/builders.ts'
import { memoryFiles } from '../../test/helpers/memory-files.ts'
import { inspectModule } from './inspect-modules.ts'

const codes = (text: string | undefined, module = './guard.ts') => {
  const files = memoryFiles(
    text === undefined ? {} : { '/home/dev/app/guard.ts': text, '/home/dev/app/guard.js': text },
  )
  const source = { file: '/home/dev/app/hookwright.yaml', pointer: [], scope: 'project' } as const
  return inspectModule(hook({ handler: { type: 'module', module }, source }), { files }).map(
    ({ code }) => code,
  )
}

test.for([
  ['a file that is not there', undefined, ['module.missing']],
  ['a default export', 'export default () => {}', []],
  ['a default export by name', 'const a = () => {}\nexport { a as default }', []],
  ['exports of CommonJS', 'module.exports = () => {}', []],
  ['no default export', 'export const guard = () => {}', ['module.default']],
  ['an enum', 'enum A { B }\nexport default () => {}', ['module.syntax']],
  ['an exported namespace', 'export namespace A.B { }\nexport default () => {}', ['module.syntax']],
  ['a declared enum', 'declare enum A { B }\nexport default () => {}', []],
] as const)('check sees %s', ([, text, expected]) => expect(codes(text)).toEqual(expected))

test('check looks for TypeScript syntax in TypeScript only', () =>
  expect(codes('/*\nenum A { B }\n*/ export default () => {}', './guard.js')).toEqual([]))
