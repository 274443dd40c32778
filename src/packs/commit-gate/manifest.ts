import type { OptionSpec, PackManifest } from '../manifest.ts'

const lines = (what: string): OptionSpec => ({
  summary: `Command lines for the ${what}, run in the top folder of the repository in place of what is found.`,
  type: 'texts',
  default: [],
})

/** Seconds for everything that one commit starts. */
export const TOTAL_SECONDS = 1_800

/** The pack `hookwright/commit-gate`. */
export const commitGate: PackManifest = {
  name: 'commit-gate',
  summary:
    "Runs the project's own type check, lint and tests before an agent commits, and stops the commit when one fails.",
  options: {
    checks: {
      summary: 'Which checks are looked for. Absent ones are `auto`.',
      type: 'choices',
      keys: ['types', 'lint', 'test'],
      values: ['auto', 'off'],
      default: {},
    },
    types: lines('type check'),
    lint: lines('lint'),
    test: lines('tests'),
    timeout: {
      summary: 'Seconds that one check may take.',
      type: 'number',
      least: 1,
      most: 1_700,
      default: 300,
    },
    stopAtFirst: {
      summary: 'Whether the checks after a failed one are left out.',
      type: 'flag',
      default: true,
    },
    missing: {
      summary:
        'What happens when a check cannot be run to its end: its program is missing, or its time is over.',
      type: 'choice',
      values: ['ignore', 'ask', 'deny'],
      default: 'ask',
    },
    cache: {
      summary:
        'Whether the result for a work tree is remembered, so that the same files are not checked twice.',
      type: 'flag',
      default: true,
    },
  },
  hooks: [
    {
      event: 'PreToolUse',
      matcher: 'Bash|PowerShell|Monitor|mcp__.*',
      guard: true,
      // A gate that broke says nothing about the code: a person decides.
      onFailure: 'ask',
      timeout: TOTAL_SECONDS,
      programs: 'project',
      statusMessage: 'Checking the project before the commit',
    },
  ],
}
