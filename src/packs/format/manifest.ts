import type { PackManifest } from '../manifest.ts'

/** The pack `hookwright/format`. */
export const format: PackManifest = {
  name: 'format',
  summary:
    "Runs the project's own formatter on a file after an agent has written it, and tells the model what changed.",
  options: {
    use: {
      summary: 'Names of the formatters that may run, the preferred one first. Empty: all that are known.',
      type: 'texts',
      default: [],
    },
    exclude: {
      summary: 'Patterns of files that are left alone, as in a gitignore file, relative to the project.',
      type: 'texts',
      default: [],
    },
    timeout: {
      summary: 'Seconds that a formatter may take for one file.',
      type: 'number',
      least: 1,
      most: 100,
      default: 20,
    },
    tell: {
      summary: 'What the model is told of a change: nothing, how many lines, or the changed lines too.',
      type: 'choice',
      values: ['none', 'summary', 'diff'],
      default: 'diff',
    },
  },
  hooks: [
    {
      event: 'PostToolUse',
      matcher: 'Edit|Write|MultiEdit|NotebookEdit|mcp__.*',
      onFailure: 'ignore',
      timeout: 120,
      programs: 'project',
      decides: false,
      statusMessage: 'Formatting',
    },
  ],
}
