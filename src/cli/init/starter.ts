/** A group of hooks that `init` can begin a file with. */
export type Starter = {
  readonly name: string
  /** What it does, for the question. */
  readonly summary: string
  /** Entries by event, as lines of YAML without indentation. */
  readonly entries: Readonly<Record<string, readonly (readonly string[])[]>>
  /** The example of the package whose script the entries start. Absent: they start nothing. */
  readonly example?: string
  /** Programs that the script needs. Absent: none. */
  readonly needs?: readonly string[]
  /** A command that it denies: `init` ends with it. Absent: it denies none by itself. */
  readonly forbids?: string
}

/** Folder of the project that scripts of examples are copied to. */
export const SCRIPT_FOLDER = '.hookwright'

/** Changes nothing, should it ever get through. */
const HARMLESS_FORCE = 'git push --force --dry-run'

export const STARTERS: readonly Starter[] = [
  {
    name: 'push',
    summary: 'deny git push --force, ask before other pushes (no process)',
    forbids: HARMLESS_FORCE,
    entries: {
      PreToolUse: [
        [
          'id: no-force-push',
          'matcher: Bash # the shell tool of every agent',
          'if: Bash(git push *--force*)',
          'deny: A force push rewrites history that others may have.',
        ],
        [
          'id: ask-before-push',
          'matcher: Bash',
          'if: Bash(git push *)',
          'ask: A push leaves this machine, so a person decides.',
        ],
      ],
    },
  },
  {
    name: 'dangerous',
    summary: 'deny rm -rf /, git reset --hard and the like (a script you can edit)',
    forbids: HARMLESS_FORCE,
    entries: {
      PreToolUse: [
        [
          'id: block-dangerous-commands',
          'matcher: Bash',
          `command: bash ${SCRIPT_FOLDER}/block-dangerous-commands.sh`,
          'env: { BLOCK_MODE: deny } # log: only say what would be denied',
          'timeout: 5',
          'guard: true # looks again after another hook rewrote the command',
          'onFailure: deny # a guard that cannot run must not let things pass',
        ],
      ],
    },
    example: 'block-dangerous-commands',
    needs: ['bash', 'jq'],
  },
  {
    name: 'commit',
    summary: 'run lint and tests before the agent commits (a script you can edit)',
    entries: {
      PreToolUse: [
        [
          'id: commit-gate',
          'matcher: Bash',
          'if: Bash(git commit *) # other commands start no process',
          `command: bash ${SCRIPT_FOLDER}/commit-gate.sh`,
          'timeout: 120',
          'onFailure: deny',
          'statusMessage: Checking the commit',
        ],
      ],
    },
    example: 'commit-gate',
    needs: ['bash', 'jq'],
  },
  {
    name: 'format',
    summary: 'format files after the agent edited them (a script you can edit)',
    entries: {
      PostToolUse: [
        [
          'id: format-after-edit',
          'matcher: Edit|Write',
          `command: bash ${SCRIPT_FOLDER}/format-after-edit.sh`,
          'timeout: 15',
          'statusMessage: Formatting',
        ],
      ],
    },
    example: 'format-after-edit',
    needs: ['bash', 'jq'],
  },
]

export type NewFile = {
  readonly starters: readonly Starter[]
  /** Hosts whose own hooks run on the others as well. */
  readonly imports: readonly string[]
  /** Where editors find the schema. */
  readonly schema: string
}

/** Returns the text of a new `hookwright.yaml`. */
export function starterText({ starters, imports, schema }: NewFile): string {
  return `${[...head(imports, schema), ...hookLines(starters)].join('\n')}\n`
}

function head(imports: readonly string[], schema: string): readonly string[] {
  return [
    `# yaml-language-server: $schema=${schema}`,
    '# Hooks for every coding agent that works here. After a change: hookwright check, then hookwright trust add.',
    'version: 1',
    ...(imports.length === 0
      ? []
      : [
          '# Also run what these agents have in files of their own, when another agent calls. To move it here instead:',
          `# hookwright convert --from ${imports[0]}`,
          `imports: [${imports.join(', ')}]`,
        ]),
  ]
}

function hookLines(starters: readonly Starter[]): readonly string[] {
  const events = [...new Set(starters.flatMap(({ entries }) => Object.keys(entries)))]
  if (events.length === 0) return ['hooks: {}']
  return ['hooks:', ...events.flatMap((event) => [`  ${event}:`, ...entriesOf(event, starters)])]
}

function entriesOf(event: string, starters: readonly Starter[]): readonly string[] {
  return starters.flatMap(({ entries }) =>
    (entries[event] ?? []).flatMap((lines) =>
      lines.map((line, index) => `${index === 0 ? '    - ' : '      '}${line}`),
    ),
  )
}
