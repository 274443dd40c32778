/** What a field of a payload holds; a list is a closed set of words. */
export type InputType = keyof InputValues | readonly string[]

/** The types of the values, by the word that the tables use. */
export type InputValues = {
  text: string
  flag: boolean
  number: number
  object: Readonly<Record<string, unknown>>
  any: unknown
  texts: readonly string[]
  'text or null': string | null
  'MCP server': McpServerWire
  'permission updates': readonly PermissionUpdateWire[]
  'background tasks': readonly BackgroundTaskWire[]
  'session crons': readonly SessionCronWire[]
  'tool calls': readonly ToolCallWire[]
}

type McpServerWire = {
  /** Name of the server, as in `mcp__NAME__tool`. */
  readonly name: string
  /** Where the server is configured, such as `user`, `project` or `plugin`. */
  readonly source: string
}

type Destination = 'userSettings' | 'projectSettings' | 'localSettings' | 'session' | 'cliArg'

export type PermissionUpdateWire = {
  /** Where the change is kept; `session` forgets it with the session. */
  readonly destination: Destination
} & (
  | {
      /** Adds rules, replaces all rules of the same behavior, or removes rules. */
      readonly type: 'addRules' | 'replaceRules' | 'removeRules'
      /** The permission rules. */
      readonly rules: readonly {
        /** Name of the tool. */
        readonly toolName: string
        /** What is in the parentheses of the rule, such as `npm test:*`. Absent: every call of the tool. */
        readonly ruleContent?: string
      }[]
      /** What the host does with calls that fit. */
      readonly behavior: 'allow' | 'deny' | 'ask'
    }
  | {
      /** Changes the permission mode. */
      readonly type: 'setMode'
      /** The new mode, such as `acceptEdits`. */
      readonly mode: string
    }
  | {
      /** Adds directories that the agent may work in, or removes them. */
      readonly type: 'addDirectories' | 'removeDirectories'
      /** Absolute paths. */
      readonly directories: readonly string[]
    }
)

type BackgroundTaskWire = {
  /** Id of the task. */
  readonly id: string
  /** Kind of the task, such as a shell command or a subagent. */
  readonly type: string
  /** What the task does now, such as `running`. */
  readonly status: string
  /** What the task is for. */
  readonly description: string
  /** The command, of a shell task. */
  readonly command?: string
  /** Kind of the subagent, of an agent task. */
  readonly agent_type?: string
  /** Name of the MCP server that the task uses, where it uses one. */
  readonly server?: string
  /** Name of the tool that the task runs, where it runs one. */
  readonly tool?: string
  /** Name of the task, where it has one. */
  readonly name?: string
}

type SessionCronWire = {
  /** Id of the schedule. */
  readonly id: string
  /** When it fires, as a cron expression. */
  readonly schedule: string
  /** True: it fires again and again. False: once. */
  readonly recurring: boolean
  /** The prompt that is sent then. */
  readonly prompt: string
}

type ToolCallWire = {
  /** Name of the tool. */
  readonly tool_name: string
  /** Arguments of the call. */
  readonly tool_input: unknown
  /** Id of the call. */
  readonly tool_use_id: string
  /** What the tool returned. Absent: the call failed. */
  readonly tool_response?: unknown
}
