import type { PackManifest } from '../manifest.ts'

/** Where secrets are looked for. */
export const PLACES = ['prompts', 'inputs', 'files', 'commits', 'outputs'] as const

const LEVELS = ['off', 'observe', 'ask', 'deny']

/** The pack `hookwright/secrets`. */
export const secrets: PackManifest = {
  name: 'secrets',
  summary:
    'Keeps tokens, keys and passwords out of prompts, tool calls, files and commits, and hides them in what tools return.',
  options: {
    level: {
      summary: 'What a secret becomes: nothing, a line in the log, a question or a refusal.',
      type: 'choice',
      values: LEVELS,
      default: 'deny',
    },
    places: {
      summary:
        'Another level for some places. In `outputs` a question or a refusal hides the secret from the model.',
      type: 'choices',
      keys: PLACES,
      values: LEVELS,
      default: {},
    },
    kinds: { summary: 'Kinds of secrets that do not count, such as `jwt`.', type: 'texts', default: [] },
    entropy: {
      summary: 'Whether values beside names such as `password` or `api_key` count by how random they look.',
      type: 'flag',
      default: true,
    },
    threshold: {
      summary: 'Bits per character from which such a value looks random.',
      type: 'number',
      least: 2,
      most: 6,
      default: 3,
    },
    allow: {
      summary:
        'SHA-256 digests of secrets that do not count, at least the first 16 hexadecimal digits of each.',
      type: 'texts',
      default: [],
    },
    paths: {
      summary: 'Patterns of files that may hold secrets, as in a gitignore file, relative to the project.',
      type: 'texts',
      default: [],
    },
    skipTests: {
      summary: 'Whether files of tests and fixtures may hold secrets.',
      type: 'flag',
      default: false,
    },
  },
  hooks: [
    { event: 'UserPromptSubmit', onFailure: 'ignore', timeout: 20 },
    { event: 'PreToolUse', guard: true, onFailure: 'ask', timeout: 60, programs: 'machine' },
    { event: 'PostToolUse', onFailure: 'ignore', timeout: 20 },
  ],
}
