import type { PackManifest } from '../manifest.ts'

/** The pack `hookwright/context`. */
export const context: PackManifest = {
  name: 'context',
  summary:
    'Tells the model at the start of a session about the branch, changed files, last commits and the last failing test.',
  options: {
    commits: {
      summary: 'How many of the last commits are told.',
      type: 'number',
      least: 0,
      most: 20,
      default: 5,
    },
    status: { summary: 'How many changed files are told.', type: 'number', least: 0, most: 100, default: 20 },
    tests: {
      summary: 'Whether the last test or check that failed is remembered and told.',
      type: 'flag',
      default: true,
    },
    project: {
      summary: 'Whether the package manager and the names of scripts are told.',
      type: 'flag',
      default: false,
    },
    prompts: {
      summary: 'Whether it is told again with a prompt when it has changed.',
      type: 'flag',
      default: false,
    },
    most: {
      summary: 'Characters of all that is told.',
      type: 'number',
      least: 200,
      most: 8_000,
      default: 2_000,
    },
  },
  hooks: [
    { event: 'SessionStart', onFailure: 'ignore', timeout: 10, programs: 'machine', decides: false },
    { event: 'UserPromptSubmit', onFailure: 'ignore', timeout: 10, programs: 'machine', decides: false },
    { event: 'PostToolUse', onFailure: 'ignore', timeout: 10, decides: false },
    { event: 'PostToolUseFailure', onFailure: 'ignore', timeout: 10, decides: false },
  ],
}
