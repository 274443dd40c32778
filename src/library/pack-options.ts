// Written by `npm run generate` from the manifests of the packs; edit those.

/** Packs by name, each with the options that `with` takes and the events that it does something on. */
export type Packs = {
  /** Asks before a command that destroys work, sends secrets away or breaks the machine, however it is written; or denies it. */
  readonly 'hookwright/dangerous-commands': {
    /** What `with` takes. */
    readonly options: {
      /** What is done with a dangerous command: only noted in the log, asked about, or denied. Default: `ask`. */
      readonly level?: 'observe' | 'ask' | 'deny'
      /** Levels of single categories, for those that differ from `level`. Default: `{}`. */
      readonly categories?: {
        /** What holds for `delete`. */
        readonly delete?: 'off' | 'observe' | 'ask' | 'deny'
        /** What holds for `history`. */
        readonly history?: 'off' | 'observe' | 'ask' | 'deny'
        /** What holds for `system`. */
        readonly system?: 'off' | 'observe' | 'ask' | 'deny'
        /** What holds for `download`. */
        readonly download?: 'off' | 'observe' | 'ask' | 'deny'
        /** What holds for `exfiltration`. */
        readonly exfiltration?: 'off' | 'observe' | 'ask' | 'deny'
        /** What holds for `database`. */
        readonly database?: 'off' | 'observe' | 'ask' | 'deny'
        /** What holds for `cloud`. */
        readonly cloud?: 'off' | 'observe' | 'ask' | 'deny'
        /** What holds for `environment`. */
        readonly environment?: 'off' | 'observe' | 'ask' | 'deny'
      }
      /** What is done with a command of which cannot be known what it would run. Default: `ask`. */
      readonly unanalysable?: 'off' | 'observe' | 'ask' | 'deny'
      /** Commands that are fine, as patterns of whole commands; they count only for a line that is one command. Default: `[]`. */
      readonly allow?: readonly string[]
      /** Folders in which deletes are fine too, absolute, below `~` or relative to the project. Default: `[]`. */
      readonly folders?: readonly string[]
    }
    /** The events that it does something on. */
    readonly events: 'PreToolUse'
  }
  /** Runs the project's own type check, lint and tests before an agent commits, and stops the commit when one fails. */
  readonly 'hookwright/commit-gate': {
    /** What `with` takes. */
    readonly options: {
      /** Which checks are looked for. Absent ones are `auto`. Default: `{}`. */
      readonly checks?: {
        /** What holds for `types`. */
        readonly types?: 'auto' | 'off'
        /** What holds for `lint`. */
        readonly lint?: 'auto' | 'off'
        /** What holds for `test`. */
        readonly test?: 'auto' | 'off'
      }
      /** Command lines for the type check, run in the top folder of the repository in place of what is found. Default: `[]`. */
      readonly types?: readonly string[]
      /** Command lines for the lint, run in the top folder of the repository in place of what is found. Default: `[]`. */
      readonly lint?: readonly string[]
      /** Command lines for the tests, run in the top folder of the repository in place of what is found. Default: `[]`. */
      readonly test?: readonly string[]
      /** Seconds that one check may take. Default: `300`. */
      readonly timeout?: number
      /** Whether the checks after a failed one are left out. Default: `true`. */
      readonly stopAtFirst?: boolean
      /** What happens when a check cannot be run to its end: its program is missing, or its time is over. Default: `ask`. */
      readonly missing?: 'ignore' | 'ask' | 'deny'
      /** Whether the result for a work tree is remembered, so that the same files are not checked twice. Default: `true`. */
      readonly cache?: boolean
    }
    /** The events that it does something on. */
    readonly events: 'PreToolUse'
  }
  /** Runs the project's own formatter on a file after an agent has written it, and tells the model what changed. */
  readonly 'hookwright/format': {
    /** What `with` takes. */
    readonly options: {
      /** Names of the formatters that may run, the preferred one first. Empty: all that are known. Default: `[]`. */
      readonly use?: readonly string[]
      /** Patterns of files that are left alone, as in a gitignore file, relative to the project. Default: `[]`. */
      readonly exclude?: readonly string[]
      /** Seconds that a formatter may take for one file. Default: `20`. */
      readonly timeout?: number
      /** What the model is told of a change: nothing, how many lines, or the changed lines too. Default: `diff`. */
      readonly tell?: 'none' | 'summary' | 'diff'
    }
    /** The events that it does something on. */
    readonly events: 'PostToolUse'
  }
  /** Keeps files from being written or read, by any tool and by any command that names them. */
  readonly 'hookwright/protect-paths': {
    /** What `with` takes. */
    readonly options: {
      /** Files that may not be written, deleted, moved, linked or given other rights, as patterns. Default: `[]`. */
      readonly write?: readonly string[]
      /** Files that may not be read, as patterns. Default: `[]`. */
      readonly read?: readonly string[]
      /** Files that are fine although a pattern fits, well-known ones too. Default: `[]`. */
      readonly except?: readonly string[]
      /** Protect .env files, keys, logins, what git has and start-up files as well, which docs/packs/protect-paths.md lists. Default: `true`. */
      readonly wellKnown?: boolean
      /** What is done with a call that certainly does it; where it only may, a person is asked. Default: `deny`. */
      readonly level?: 'ask' | 'deny'
    }
    /** The events that it does something on. */
    readonly events: 'PreToolUse'
  }
  /** Keeps tokens, keys and passwords out of prompts, tool calls, files and commits, and hides them in what tools return. */
  readonly 'hookwright/secrets': {
    /** What `with` takes. */
    readonly options: {
      /** What a secret becomes: nothing, a line in the log, a question or a refusal. Default: `deny`. */
      readonly level?: 'off' | 'observe' | 'ask' | 'deny'
      /** Another level for some places. In `outputs` a question or a refusal hides the secret from the model. Default: `{}`. */
      readonly places?: {
        /** What holds for `prompts`. */
        readonly prompts?: 'off' | 'observe' | 'ask' | 'deny'
        /** What holds for `inputs`. */
        readonly inputs?: 'off' | 'observe' | 'ask' | 'deny'
        /** What holds for `files`. */
        readonly files?: 'off' | 'observe' | 'ask' | 'deny'
        /** What holds for `commits`. */
        readonly commits?: 'off' | 'observe' | 'ask' | 'deny'
        /** What holds for `outputs`. */
        readonly outputs?: 'off' | 'observe' | 'ask' | 'deny'
      }
      /** Kinds of secrets that do not count, such as `jwt`. Default: `[]`. */
      readonly kinds?: readonly string[]
      /** Whether values beside names such as `password` or `api_key` count by how random they look. Default: `true`. */
      readonly entropy?: boolean
      /** Bits per character from which such a value looks random. Default: `3`. */
      readonly threshold?: number
      /** SHA-256 digests of secrets that do not count, at least the first 16 hexadecimal digits of each. Default: `[]`. */
      readonly allow?: readonly string[]
      /** Patterns of files that may hold secrets, as in a gitignore file, relative to the project. Default: `[]`. */
      readonly paths?: readonly string[]
      /** Whether files of tests and fixtures may hold secrets. Default: `false`. */
      readonly skipTests?: boolean
    }
    /** The events that it does something on. */
    readonly events: 'UserPromptSubmit' | 'PreToolUse' | 'PostToolUse'
  }
  /** Writes one line per event into a file in which later changes can be seen. */
  readonly 'hookwright/audit': {
    /** What `with` takes. */
    readonly options: {
      /** The file: below the folder `audit` of the state folder, or an absolute path, which a project may not name. Default: `audit.jsonl`. */
      readonly file?: string
      /** Whether prompts, arguments and results are written too, with secrets hidden. Default: `false`. */
      readonly content?: boolean
      /** Megabytes after which the file is set aside and a new one begun. Default: `16`. */
      readonly rotate?: number
    }
    /** The events that it does something on. */
    readonly events:
      | 'SessionStart'
      | 'UserPromptSubmit'
      | 'PreToolUse'
      | 'PermissionRequest'
      | 'PermissionDenied'
      | 'PostToolUse'
      | 'PostToolUseFailure'
      | 'SubagentStart'
      | 'SubagentStop'
      | 'Stop'
      | 'StopFailure'
      | 'SessionEnd'
  }
  /** Tells a person on the desktop, by a sound or by a webhook that a turn has ended or input is needed. */
  readonly 'hookwright/notify': {
    /** What `with` takes. */
    readonly options: {
      /** Whether a notification is shown on the desktop. Default: `true`. */
      readonly desktop?: boolean
      /** Whether a sound is played. Default: `false`. */
      readonly sound?: boolean
      /** Name of the variable that holds the address of a webhook: https, or http on this machine. Default: `""`. */
      readonly webhookVariable?: string
      /** What the webhook takes. Default: `generic`. */
      readonly webhookShape?: 'generic' | 'slack' | 'discord'
      /** A program and its arguments to start, which gets JSON on its stdin. In the file of a user only. Default: `[]`. */
      readonly command?: readonly string[]
      /** Whether the first words of the message are told too, with secrets hidden. Default: `false`. */
      readonly message?: boolean
      /** Whether the end of a subagent is told too. Default: `false`. */
      readonly subagents?: boolean
      /** Seconds that a turn must have taken for its end to be told. Default: `0`. */
      readonly after?: number
      /** Hours of the day without notifications, such as `22:00-07:30`, in the time of this machine. Default: `""`. */
      readonly quiet?: string
    }
    /** The events that it does something on. */
    readonly events:
      | 'UserPromptSubmit'
      | 'Stop'
      | 'StopFailure'
      | 'SubagentStop'
      | 'Notification'
      | 'PermissionRequest'
      | 'SessionEnd'
  }
  /** Tells the model at the start of a session about the branch, changed files, last commits and the last failing test. */
  readonly 'hookwright/context': {
    /** What `with` takes. */
    readonly options: {
      /** How many of the last commits are told. Default: `5`. */
      readonly commits?: number
      /** How many changed files are told. Default: `20`. */
      readonly status?: number
      /** Whether the last test or check that failed is remembered and told. Default: `true`. */
      readonly tests?: boolean
      /** Whether the package manager and the names of scripts are told. Default: `false`. */
      readonly project?: boolean
      /** Whether it is told again with a prompt when it has changed. Default: `false`. */
      readonly prompts?: boolean
      /** Characters of all that is told. Default: `2000`. */
      readonly most?: number
    }
    /** The events that it does something on. */
    readonly events: 'SessionStart' | 'UserPromptSubmit' | 'PostToolUse' | 'PostToolUseFailure'
  }
}
