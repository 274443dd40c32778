import { expect, test } from 'vitest'
import { permissionProblems } from './permission-result.ts'

const rule = { toolName: 'Bash', ruleContent: 'ls *' }
const allow = (updatedPermissions: unknown) => ({ behavior: 'allow', updatedPermissions })
const addRules = { type: 'addRules', rules: [rule], behavior: 'allow', destination: 'session' }

test.for([
  ['a bare allow', { behavior: 'allow' }],
  ['an allow with input', { behavior: 'allow', updatedInput: { a: 1 } }],
  ['rules', allow([addRules, { ...addRules, type: 'removeRules', behavior: 'ask' }])],
  ['a rule without content', allow([{ ...addRules, rules: [{ toolName: 'Read' }] }])],
  ['a mode', allow([{ type: 'setMode', mode: 'manual', destination: 'userSettings' }])],
  ['directories', allow([{ type: 'addDirectories', directories: ['/a'], destination: 'cliArg' }])],
  ['a deny', { behavior: 'deny', message: 'no', interrupt: true }],
  ['another word, which is a deny', { behavior: 'refuse' }],
  ['fields that only count with the other behaviour', { behavior: 'deny', updatedInput: 3 }],
] as const)('%s is fine', ([, decision]) => expect(permissionProblems(decision, 'd')).toEqual([]))

test.for([
  ['no object', 'allow', 'd must be an object, not "allow"'],
  ['no behaviour', {}, 'd.behavior must be one of "allow", "deny", not absent'],
  [
    'input that is a list',
    { behavior: 'allow', updatedInput: [] },
    'd.updatedInput must be an object, not []',
  ],
  ['no list', allow({}), 'd.updatedPermissions must be a list, not {}'],
  ['no update', allow([3]), 'd.updatedPermissions.0 must be an object, not 3'],
  [
    'an unknown update',
    allow([addRules, { type: 'grant' }]),
    'd.updatedPermissions.1.type must be one of "addRules", "replaceRules", "removeRules", "setMode", "addDirectories", "removeDirectories", not "grant"',
  ],
  [
    'a rule without a tool',
    allow([{ ...addRules, rules: [{}] }]),
    'd.updatedPermissions.0.rules must be a list of rules with "toolName", not [{}]',
  ],
  [
    'no destination',
    allow([{ type: 'addDirectories', directories: ['/a'] }]),
    'd.updatedPermissions.0.destination must be one of "userSettings", "projectSettings", "localSettings", "session", "cliArg", not absent',
  ],
  ['a message that is none', { behavior: 'deny', message: 3 }, 'd.message must be a string, not 3'],
  [
    'an interrupt in words',
    { behavior: 'deny', interrupt: 'yes' },
    'd.interrupt must be true or false, not "yes"',
  ],
] as const)('%s is told', ([, decision, wanted]) =>
  expect(permissionProblems(decision, 'd').map(({ path, problem }) => `${path} ${problem}`)).toEqual([
    wanted,
  ]),
)
