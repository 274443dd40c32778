import type { DialectName } from './registry.ts'

/** What a host leaves behind where we look: in the environment of what it starts, and in calls that are about it. */
export type Footprint = {
  /** Variables that it sets for the commands and hooks it runs, and that a person's own shell does not have. */
  readonly marks?: readonly string[]
  /** Texts without which no path leads to its hook settings, in lower case. */
  readonly words: readonly string[]
  /** How its program is started so that hooks do not run, or others do. */
  readonly launch?: Launch
}

export type Launch = {
  /** Its program, and the package that has it. */
  readonly programs: readonly string[]
  readonly options: readonly string[]
  readonly variables?: readonly string[]
  /** First words of its own commands that switch hooks off, or plugins that may bring some. */
  readonly commands?: readonly string[]
}

/*
 * Marks of Claude Code, Codex CLI, Gemini CLI and Copilot CLI were seen with the released programs; the others are known
 * from the programs' documents. A variable that people set themselves, such as a folder or a model, is not a mark, nor is
 * one that an editor sets in the terminals of people.
 */
export const footprints: Readonly<Partial<Record<DialectName, Footprint>>> = {
  'claude-code': {
    marks: ['CLAUDECODE', 'CLAUDE_CODE_CHILD_SESSION'],
    words: ['.claude', 'claude-code', 'claudecode', 'claude_config_dir', 'managed-settings'],
    launch: {
      programs: ['claude', '@anthropic-ai/claude-code'],
      options: [
        '--settings',
        '--setting-sources',
        '--bare',
        '--dangerously-skip-permissions',
        '--allow-dangerously-skip-permissions',
      ],
      variables: ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CONFIG_DIR'],
      commands: ['config set hooks', 'plugin disable', 'plugin uninstall', 'plugin remove'],
    },
  },
  copilot: {
    marks: ['COPILOT_CLI', 'COPILOT_CLI_BINARY_VERSION', 'COPILOT_HOOK_DIR'],
    words: ['.copilot', '.github/hooks', '.github/copilot', 'github-copilot', 'copilot_home', 'hooks.json'],
    launch: {
      programs: ['copilot', '@github/copilot'],
      options: ['--allow-all', '--allow-all-tools', '--yolo', '--config-dir'],
      variables: ['COPILOT_HOME'],
      commands: ['plugin uninstall', 'plugin disable'],
    },
  },
  'codex-cli': {
    marks: [
      'CODEX_SANDBOX',
      'CODEX_SANDBOX_NETWORK_DISABLED',
      'CODEX_THREAD_ID',
      'CODEX_CI',
      'CODEX_MANAGED_BY_NPM',
    ],
    words: ['codex'],
    launch: {
      programs: ['codex', '@openai/codex'],
      options: [
        '--dangerously-bypass-hook-trust',
        '--dangerously-bypass-approvals-and-sandbox',
        '--yolo',
        '--disable',
      ],
      variables: ['CODEX_HOME'],
      commands: ['features disable hooks', 'features disable codex_hooks'],
    },
  },
  'gemini-cli': {
    marks: ['GEMINI_CLI', 'GEMINI_SESSION_ID'],
    words: ['.gemini', 'gemini-cli', 'geminicli', 'gemini_cli_'],
    launch: {
      programs: ['gemini', '@google/gemini-cli'],
      options: ['--yolo', '-y'],
      variables: ['GEMINI_CLI_HOME', 'GEMINI_CLI_SYSTEM_SETTINGS_PATH', 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH'],
      commands: ['hooks disable', 'extensions disable', 'extensions uninstall'],
    },
  },
  cursor: {
    marks: ['CURSOR_AGENT', 'CURSOR_VERSION'],
    words: ['.cursor', 'cursor/'],
  },
  'qwen-code': { marks: ['QWEN_CODE'], words: ['.qwen'] },
  droid: { marks: ['FACTORY_PROJECT_DIR'], words: ['.factory'] },
  continue: { marks: ['CONTINUE_PROJECT_DIR'], words: ['.continue'] },
  devin: { marks: ['DEVIN_PROJECT_DIR'], words: ['.devin', 'devin/'] },
  augment: { marks: ['AUGMENT_AGENT'], words: ['.augment', 'augment/'] },
  junie: { words: ['.junie'] },
  kimi: { words: ['.kimi-code'] },
  grok: { words: ['.grok'] },
  qoder: { words: ['.qoder'] },
  deepagents: { words: ['.deepagents'] },
  crush: { marks: ['CRUSH', 'CRUSH_SESSION_ID'], words: ['crush.json'] },
  goose: { marks: ['GOOSE_TERMINAL'], words: ['.agents'] },
  kiro: { words: ['.kiro'] },
  'amazon-q': { words: ['amazonq'] },
  hermes: { marks: ['HERMES_SESSION_ID'], words: ['.hermes'] },
  openhands: { words: ['.openhands'] },
  'mistral-vibe': { words: ['.vibe'] },
  windsurf: { words: ['windsurf', '.codeium'] },
  cline: { marks: ['CLINE_ACTIVE'], words: ['.cline', 'cline/hooks'] },
  antigravity: { marks: ['ANTIGRAVITY_AGENT'], words: ['.agent', '_agent'] },
}

/** Set by agents whatever their name, as a convention among them. */
export const COMMON_MARKS: readonly string[] = ['AI_AGENT', 'OPENCODE', 'ROO_ACTIVE', 'PI_CODING_AGENT']

/** Every mark, with the name of the dialect that it tells of; undefined for one that many agents set. */
export function agentMarks(): ReadonlyMap<string, string | undefined> {
  const own = Object.entries(footprints).flatMap(([name, { marks = [] }]) =>
    marks.map((mark) => [mark, name] as const),
  )
  return new Map([...own, ...COMMON_MARKS.map((mark) => [mark, undefined] as const)])
}
