import { STAGES, type GitHook } from '../../src/git/contracts/model.ts'

/** A hook with every default, and what the test says. */
export function gitHook(more: Partial<GitHook> = {}): GitHook {
  return {
    id: 'hook',
    name: 'hook',
    alias: '',
    repo: { kind: 'local' },
    entry: 'true',
    language: 'system',
    args: [],
    env: {},
    additionalDependencies: [],
    languageVersion: 'default',
    types: ['file'],
    typesOr: [],
    excludeTypes: [],
    alwaysRun: false,
    passFilenames: true,
    requireSerial: false,
    priority: 0,
    groups: [],
    failFast: false,
    verbose: false,
    stages: STAGES,
    index: 0,
    place: {},
    ...more,
  }
}
