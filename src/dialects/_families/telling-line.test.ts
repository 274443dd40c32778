import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { tellingLine } from './telling-line.ts'

test.for([
  ['one line is itself', 'no rm here', 'no rm here'],
  ['prose keeps its first line', 'Refused.\nAsk a person.', 'Refused.'],
  ['prose that names an error keeps its first line', 'Lint failed.\nTypeError: no', 'Lint failed.'],
  [
    'Python: the last error of a chain, with its place',
    `Traceback (most recent call last):\n  File "a.py", line 2, in <module>\n    f()\nKeyError: 'x'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "/p/a.py", line 4, in <module>\n    g()\njson.decoder.JSONDecodeError: Expecting value: line 1`,
    'json.decoder.JSONDecodeError: Expecting value: line 1 (/p/a.py:4)',
  ],
  [
    'Ruby: the line with the class',
    "guard.rb:3:in `check': undefined method `x' for nil (NoMethodError)\n\tfrom guard.rb:7:in `<main>'",
    "guard.rb:3:in `check': undefined method `x' for nil (NoMethodError)",
  ],
  [
    'Java: the exception',
    'Note: x\nException in thread "main" java.lang.NullPointerException: y\n\tat Guard.main(Guard.java:5)',
    'Exception in thread "main" java.lang.NullPointerException: y',
  ],
  [
    'Go: the panic',
    'panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nmain.main()\n\t/p/main.go:6 +0x1d\nexit status 2',
    'panic: runtime error: index out of range',
  ],
  [
    'bash: the last line that names a line of the script',
    'reading\n./guard.sh: line 3: jqq: command not found',
    './guard.sh: line 3: jqq: command not found',
  ],
] as const)('%s', ([, said, line]) => expect(tellingLine(said)).toBe(line))

const died = (program: string, ...args: string[]): string =>
  tellingLine(spawnSync(program, args, { encoding: 'utf8' }).stderr.trim())

test('a script that died in Node shows its error and where', () =>
  expect(died(process.execPath, '-e', 'null.x')).toMatch(
    /^TypeError: Cannot read properties of null .*\[eval\]:1/,
  ))

test('a module that Node cannot find is named', () =>
  expect(died(process.execPath, '/nowhere/guard.mjs')).toContain(
    "Error: Cannot find module '/nowhere/guard.mjs'",
  ))

test('a script that died in Python shows its error and where', () =>
  expect(died('python3', '-c', 'import json\njson.loads("")')).toMatch(
    /^json\.decoder\.JSONDecodeError: .*\.py:\d+\)$/,
  ))
