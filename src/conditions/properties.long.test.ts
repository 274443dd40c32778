import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event } from '../core/event.ts'
import { createConditionEvaluator } from './evaluate.ts'
import { parseRule } from './rule.ts'
import { analyseBash } from './bash.ts'
import { compileShellPattern, matchCommand } from './shell-pattern.ts'

const surroundings = { home: '/home/me', settingsBase: '/repo' }
const base: Event = {
  name: 'PreToolUse',
  native: 'PreToolUse',
  host: 'test',
  cwd: '/repo',
  projectDir: '/repo',
  at: 0,
  fields: {},
}

function call(name: string, input: Record<string, unknown>): Event {
  return { ...base, tool: { name, nativeName: name, input, nativeInput: input } }
}

const shellish = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '$(',
        ')',
        '`',
        '"',
        "'",
        '\\',
        '{',
        '}',
        '((',
        '[[',
        ' ]]',
        '<<E\n',
        'E\n',
        '<<<',
        '<(',
        '|',
        '&&',
        ';',
        '\n',
        '\r',
      ),
      fc.constantFrom(
        'if ',
        'then ',
        'fi',
        'for x in ',
        'do ',
        'done',
        'case ',
        ' in ',
        'esac',
        '${',
        '$IFS',
        '#',
        '*',
        '?',
        '[',
        ']',
        'A=',
        '=(',
      ),
      fc.constantFrom(
        'rm ',
        'git push ',
        'sudo ',
        'bash -c ',
        'eval ',
        'timeout 5 ',
        'env -S',
        "@'\n",
        "'@",
        '<#',
        '#>',
        '$x',
      ),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''))

describe('never throws', () => {
  test('for any rule text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          shellish,
          shellish.map((text) => `Bash(${text})`),
        ),
        (text) => {
          expect(parseRule(text, {})).toBeTypeOf('object')
        },
      ),
    )
  })

  test('for any rule, tool and value', () => {
    const tool = fc.constantFrom(
      'Bash',
      'PowerShell',
      'Read',
      'Grep',
      'WebFetch',
      'Agent',
      'Skill',
      'mcp__a__b',
    )
    const field = fc.constantFrom(
      'command',
      'file_path',
      'path',
      'url',
      'subagent_type',
      'skill',
      '__proto__',
    )
    const evaluate = createConditionEvaluator(surroundings)
    fc.assert(
      fc.property(
        tool,
        shellish,
        field,
        fc.oneof(shellish, fc.webUrl(), fc.anything()),
        (name, content, key, value) => {
          const { holds, why, whole } = evaluate(`${name}(${content})`, call(name, { [key]: value }))
          expect([typeof holds, typeof why]).toEqual(['boolean', 'string'])
          expect(whole && !holds).toBe(false)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

test('a command after any well-formed command is found', () => {
  const evaluate = createConditionEvaluator(surroundings)
  fc.assert(
    fc.property(shellish, fc.constantFrom('; ', ' && ', ' | ', '\n', ' & '), (text, separator) => {
      fc.pre(analyseBash(text).kind === 'commands' && !/[#\\<]/.test(text) && /[\w)}]$/.test(text))
      expect(evaluate('Bash(zz *)', call('Bash', { command: `${text}${separator}zz x` })).holds).toBe(true)
    }),
    { numRuns: 300 },
  )
})

describe('bounded time', () => {
  const kb64 = (text: string) => text.repeat(Math.floor(65_000 / text.length))
  test.for([
    ['1 MB', 'rm -rf x; '.repeat(100_000)],
    ['40 nested substitutions', `${'echo $('.repeat(40)}rm x${')'.repeat(40)}`],
    ['200 nested substitutions in quotes', `${'echo "$('.repeat(200)}rm x${')"'.repeat(200)}`],
    ['1,000 nested substitutions', `${'$('.repeat(1_000)}rm x${')'.repeat(1_000)}`],
    ['10,000 parts', 'a b;'.repeat(10_000)],
    ['10,000 pipes', `a${'|b c'.repeat(10_000)}`],
    ['64 KB of open brackets', kb64('(')],
    ['64 KB of open substitutions', kb64('$(')],
    ['64 KB of open quotes', kb64(`"$(`)],
    ['64 KB of backticks', kb64('`')],
    ['64 KB of escaped backticks', kb64('`\\`')],
    ['64 KB of backslashes', kb64('\\')],
    ['64 KB of braces', kb64('{a,b}')],
    ['64 KB of open braces', kb64('{a,')],
    ['64 KB of wrappers', kb64('sudo ')],
    ['64 KB of find -exec', `find ${kb64('-exec ')}`],
    ['64 KB of git options', `git ${kb64('-c a=b ')}`],
    ['64 KB of words for ssh', `ssh ${kb64('a=')}`],
    ['32 readings of 64 KB', `find ${'-exec ssh '.repeat(31)}${'a '.repeat(32_000)}`],
    ['32 readings of 64 KB in one command', `find ${'-exec awk '.repeat(31)}"${kb64('|').slice(500)}"`],
    ['64 KB of spaces for awk', `awk "${kb64('| ')}${' '.repeat(100)}"`],
    ['64 KB of blanks behind a pipe for awk', `awk "|${kb64(' ')}"`],
    ['64 KB of su options', `su ${kb64('-lc ')}`],
    ['one su option of 64 KB', `su -${kb64('a')}`],
    ['one shell option of 64 KB', `bash -${kb64('c')}1`],
    ['one shell option of 64 KB with values', `bash -${kb64('o')}1`],
    ['one name of 64 KB', `${kb64('1')}x`],
    ['64 KB of shells', kb64('sh;')],
    ['64 KB of evals', kb64('eval ')],
    ['64 KB of carried scripts', kb64(`bash -c 'a';`)],
    ['64 KB of different carried scripts', Array.from({ length: 4_000 }, (_, n) => `sh -c ${n}`).join(';')],
    ['64 KB inside 200 substitutions', `${'echo "$('.repeat(200)}${'a '.repeat(30_000)}${')"'.repeat(200)}`],
    ['64 KB of old arithmetic', kb64('$[^')],
    ['25 open arithmetic expansions', `${'$[a '.repeat(25)}${'x '.repeat(30_000)}`],
    ['300 open braces', `${'{a,'.repeat(300)}${'x'.repeat(60_000)}`],
    ['64 KB of env -S', kb64('env -S ]')],
    ['64 KB of expansions', kb64('${a:-')],
    ['64 KB of closed expansions', kb64('${a:-b}')],
    ['64 KB of arithmetic', kb64('$((')],
    ['64 KB of tests', `[[ ${kb64('! ')}`],
    ['64 KB of assignments', kb64('A=1 ')],
    ['64 KB of here-documents', kb64('<<E ')],
    ['900 here-documents', 'a <<E\nb\nE\n'.repeat(900)],
    ['64 KB of globs', kb64('[a')],
    ['64 KB of extended globs', kb64('@(a|')],
    ['64 KB of PowerShell comments', kb64('<#')],
    ['64 KB of PowerShell here-strings', kb64("@'\n")],
    ['64 KB of PowerShell strings', kb64('"$("')],
  ] as const)('%s take less than a second', ([, command]) => {
    expect(bestTime(call('Bash', { command }))).toBeLessThan(1_000)
    expect(bestTime(call('PowerShell', { command }))).toBeLessThan(1_000)
    expect(bestTime(call('Read', { file_path: command }))).toBeLessThan(1_000)
  })
})

describe('one word of 60 KB takes linear time', { timeout: 120_000 }, () => {
  const MARKS = '!"#$%&()*+,-./:;<=>?@[]^_`{|}~ '.split('').concat('\\', '\n', 'I', 'e')
  const PAIRED = '[]$({`,='.split('')
  const pieces = [
    ...MARKS,
    ...PAIRED.flatMap((one) => PAIRED.map((other) => one + other)),
    'open ',
    'open(',
    '$(a',
    'print |',
  ]
  const words = pieces.map((piece) => piece.repeat(Math.floor(60_000 / piece.length)))
  const RULES = ['zz *', 'zz -rf *', '*z*z*x', '* --force']

  test.for([
    'echo',
    'test',
    'printf',
    'tar',
    'sed',
    'awk',
    'git log',
    './x',
    'python3 -c',
    'bash',
    'X=1; let',
  ])('behind %s', (program) => {
    const slow = words.filter((word) => {
      const time = () => timeOf(`${program} '${word}1'`)
      return time() > 500 && time() > 500 && time() > 500
    })
    expect(slow.map((word) => word.slice(0, 10))).toEqual([])
  })

  function timeOf(command: string): number {
    const started = process.cpuUsage()
    const analysed = analyseBash(command.slice(0, 65_000))
    for (const rule of RULES) matchCommand(compileShellPattern(rule), command, analysed)
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  }
})

/** Processor time, and the best of several: what else the machine was doing is not the question. */
function bestTime(event: Event): number {
  const times = [1, 2, 3].map(() => {
    const started = process.cpuUsage()
    createConditionEvaluator(surroundings)(`${event.tool?.name}(**/g*t * push *)`, event)
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  })
  return Math.min(...times)
}
