import { expect, test } from 'vitest'
import { parseConfig } from './parse.ts'
import { writeConfig, type ConfigText } from './write-config.ts'

const config: ConfigText = {
  format: 'yaml',
  value: {
    version: 1,
    hooks: {
      Stop: [
        { command: 'a\nb', args: ['x', 'yes'] },
        { command: '# c', env: {} },
      ],
    },
  },
  head: ['From a.json.\n evil: true'],
  comments: [{ pointer: ['hooks', 'Stop', 1], lines: ['Second.', 'A line\u2028b'] }],
  tail: ['One is not here.'],
}

test('YAML carries comments, and none of them ends in a value', () => {
  const text = writeConfig(config)
  expect(text).toBe(`# From a.json. evil: true
version: 1
hooks:
  Stop:
    - command: |-
        a
        b
      args: [x, yes]
    # Second.
    # A line b
    - command: "# c"
      env: {}

# One is not here.
`)
  expect(parseConfig(text, 'a.yaml').value).toEqual(config.value)
})

test('strict JSON has no comments', () => {
  const text = writeConfig({ ...config, format: 'json' })
  expect(JSON.parse(text)).toEqual(config.value)
})

test('JSON with comments has them above the values', () => {
  const text = writeConfig({ ...config, format: 'jsonc' })
  expect(text).toContain('      // Second.\n      // A line b\n      {\n')
  expect(parseConfig(text, 'a.json', { maxBytes: 9_999, maxDepth: 20, format: 'jsonc' }).value).toEqual(
    config.value,
  )
})
