import type { Difference } from './compare.ts'

/** A difference between a native run and one through the bridge that we want, and why. */
export type Intended = {
  readonly reason: string
  /** Names of agents. */
  readonly agents: readonly string[]
  readonly facts: readonly Difference['fact'][]
  /** Fits the names of the answers; absent: every answer. */
  readonly answers?: RegExp
  /** Fits what only the native run had; absent: anything. */
  readonly native?: RegExp
  /** Fits what only the run through the bridge had; absent: anything. */
  readonly bridge?: RegExp
}

/** What holds for every agent comes first. */
export const INTENDED: readonly Intended[] = [
  {
    reason:
      'The reasons of all hooks that say no are joined in the order of the file; the agent gives one of them, or each a line of its own.',
    agents: ['claude', 'codex', 'gemini', 'copilot'],
    facts: ['model', 'user'],
    answers: /^(?:pre|post|prompt|stop): (?:two hooks, two (?:denies|exit 2)|two blocks)$/u,
    bridge: /MARK-ONE(?:\n| \| )(?:\[COMMAND\]: )?MARK-TWO/u,
  },
  {
    reason:
      'The bridge is one hook with one document: the contexts of several hooks are one text, behind what blocks.',
    agents: ['claude', 'codex', 'gemini'],
    facts: ['model', 'user'],
    answers: /^(?:prompt: two contexts|post: two hooks, (?:context and block|block and context))$/u,
  },
  {
    reason: 'We say which hook failed and how; the agent shows nothing, or a sentence that names no hook.',
    agents: ['claude'],
    facts: ['user'],
    native:
      /^(?:A hook gave no usable answer, so it didn't check this action\. \| hook_no_verdict|stop-hook-error \| Stop hook error occurred · ctrl\+o to see)?$/u,
    bridge: /^\S+ says: hookwright: hook \S+ failed /u,
  },
  {
    reason:
      'Hooks at the end of a session: we name the hook and say how it failed, or that its no has no effect there.',
    agents: ['claude'],
    facts: ['user'],
    answers: /^end: (?:exit [12], stderr|block)$/u,
    native: /^(?:SessionEnd hook \[COMMAND\] failed: MARK-ERR)?$/u,
    bridge:
      /^SessionEnd hook \[COMMAND\] failed: (?:\[COMMAND\]: MARK-ERR|MARK-WHY|hookwright: hook \S+ failed )/u,
  },
  {
    reason:
      'A no at the end of a turn is answered with JSON, which Claude Code tells the model in two sentences; of exit 2 it has one.',
    agents: ['claude'],
    facts: ['model'],
    answers: /^stop: exit 2/u,
    native: /^$/u,
    bridge: /^Stop hook blocking error from command: "COMMAND": \[COMMAND\]: /u,
  },
  {
    reason: 'A no without a reason names the hook that said it.',
    agents: ['claude'],
    facts: ['model', 'user'],
    native: /Blocked by hook/u,
    bridge: /Denied by hook claude-code:/u,
  },
  {
    reason: 'An answer that says a deciding key twice is a failure, unless the last value is a no.',
    agents: ['claude'],
    facts: ['user'],
    answers: /^pre: a key twice, deny first$/u,
    bridge: /says "hookSpecificOutput" twice/u,
  },
  {
    reason:
      'Of a context above 10,000 characters both ends and the name of a file of ours reach the model; Claude Code gives the beginning and a file of its own.',
    agents: ['claude'],
    facts: ['model'],
    answers: /: long (?:context|plain text)$/u,
    native: /<persisted-output>/u,
    bridge: /lorem ipsum/u,
  },
  {
    reason: 'Plain text that becomes context is labelled "additional context" instead of "success".',
    agents: ['claude'],
    facts: ['model'],
    answers: /^(?:prompt|start): plain text$/u,
    native: /hook success: MARK-TXT/u,
    bridge: /hook additional context: MARK-TXT/u,
  },
  {
    reason:
      'A blocked prompt is answered with JSON, so that an event of the output has the whole reason instead of stderr alone; what the user reads is the same.',
    agents: ['claude'],
    facts: ['user'],
    answers: /^prompt: exit 2/u,
    native: /^(?:MARK-ERR)?$/u,
    bridge: /^\[COMMAND\]: (?:MARK-ERR|No stderr output)$/u,
  },
  {
    reason:
      'The bridge answers for the hook that failed, so that Copilot puts its own words before ours; we name the file or what happened.',
    agents: ['copilot'],
    facts: ['model', 'user'],
    native: /^Denied by preToolUse hook from "\.github\/hooks\/hooks\.json" \(hook errored\)$/u,
    bridge:
      /^Denied by preToolUse hook: (?:Denied by preToolUse hook from "ROOT\/kept\/\S+" \(hook errored\)|Hook \S+ could not decide: .*)$/u,
  },
  {
    reason:
      'Arguments that are no object are refused with a reason; Copilot gives them to the tool, which fails on them.',
    agents: ['copilot'],
    facts: ['model', 'user'],
    answers: /^pre: rewrite to (?:a text|null|a list)$/u,
    bridge: /Denied by preToolUse hook: The hook's "modifiedArgs" is not an object but /u,
  },
  {
    reason: 'A block without a reason counts, with a sentence that names the hook: the hook said no.',
    agents: ['copilot'],
    facts: ['ended', 'ran', 'requests', 'model', 'user'],
    answers: /^(?:post|prompt): block without a reason$/u,
  },
  {
    reason:
      'A call that is denied keeps the arguments of the model; Copilot shows it those of an earlier hook.',
    agents: ['copilot'],
    facts: ['model'],
    answers: /^pre: two hooks, rewrite and deny$/u,
    native: /touch changed\.txt/u,
    bridge: /touch made\.txt/u,
  },
  {
    reason:
      'We say which hook failed and how, or what of its answer the agent ignores; the agent shows less.',
    agents: ['copilot', 'gemini'],
    facts: ['user'],
    bridge: /hookwright: hook \S+ (?:failed |\(ROOT\/kept\/\S+\): (?:warning|notice): )/u,
  },
  {
    reason: 'Where Copilot cuts a context, the text says that it was cut.',
    agents: ['copilot'],
    facts: ['model', 'user'],
    answers: /^post: long context$/u,
    bridge: /\[cut by hookwright: 30000 characters, 10240 allowed\]/u,
  },
  {
    reason:
      'A stop after a tool means the same as a block there and is answered as one; Codex logs a line more.',
    agents: ['codex'],
    facts: ['user'],
    answers: /^post: continue: false$/u,
    native: /^$/u,
    bridge: /^TIME ERROR codex_core::tools::router: error=MARK-STOP$/u,
  },
  {
    reason:
      'The reason of a question is shown as a message; Gemini CLI shows it nowhere in a run without a person.',
    agents: ['gemini'],
    facts: ['user'],
    answers: /^pre: (?:ask|rewrite and ask)$/u,
    native: /^$/u,
    bridge: /^Hook system message: MARK-WHY$/u,
  },
  {
    reason: 'An argument that the tool does not have is refused: a change must not be lost without a word.',
    agents: ['gemini'],
    facts: ['ran', 'model', 'user'],
    answers: /^pre: rewrite with a new key$/u,
  },
  {
    reason: 'Reasons are those of the hooks that said no; Gemini CLI adds those of questions.',
    agents: ['gemini'],
    facts: ['model', 'user'],
    answers: /^pre: two hooks, ask and deny$/u,
    native: /MARK-ASK(?:\n| \| )MARK-WHY/u,
    bridge: /MARK-WHY/u,
  },
  {
    reason: 'An empty reason is replaced by a sentence.',
    agents: ['copilot'],
    facts: ['model', 'user'],
    answers: /^pre: deny with an empty reason$/u,
    bridge: /^Denied by preToolUse hook: No reason provided$/u,
  },
]

/** The reason for a difference, when it is an intended one. */
export function reasonFor(
  agent: string,
  answer: string,
  { fact, native, bridge }: Difference,
): string | undefined {
  return INTENDED.find(
    (each) =>
      each.agents.includes(agent) &&
      each.facts.includes(fact) &&
      (each.answers?.test(answer) ?? true) &&
      (each.native?.test(native) ?? true) &&
      (each.bridge?.test(bridge) ?? true),
  )?.reason
}
