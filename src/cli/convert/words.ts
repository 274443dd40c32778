import { emptyVerdict, type Verdict } from '../../core/decision.ts'
import type { Event } from '../../core/event.ts'
import { fit } from '../../core/fit.ts'
import type { HandlerSpec, Hook, Start } from '../../core/hook.ts'
import type { Dialect, EventSpec } from '../../dialects/dialect.ts'
import { quoteWord } from '../../shells/argv.ts'
import { inlineForm, type InlineForms } from '../../shells/inline.ts'
import { SCRIPT_SHELLS, textCommand } from '../../shells/script.ts'

/** Program and arguments, or why the command cannot be written as such. */
export type Words = readonly string[] | { readonly why: string }

export type StartContext = { readonly forms: InlineForms | undefined; readonly platform: NodeJS.Platform }

/** Returns what the hook's own host starts, with placeholders as the file has them. */
export function startedWords(start: Start, { forms, platform }: StartContext): Words {
  switch (start.kind) {
    case 'argv':
      return start.written ?? start.words
    case 'script':
      return scriptWords(start)
    case 'inline': {
      const text = { command: start.written ?? start.command }
      const [first] =
        inlineForm(forms, start.form)?.commands(text, { platform, variable: () => undefined }) ?? []
      return first === undefined
        ? { why: `nothing is known of its shell (${start.form})` }
        : [first.file, ...first.args]
    }
  }
}

/** The text of the script goes on the command line, because the target keeps no script files. */
function scriptWords({ shell, source, args }: Extract<Start, { kind: 'script' }>): Words {
  const command = textCommand(shell, source, args)
  if (command !== undefined) return [command.file, ...command.args]
  const isPowershell = shell === 'pwsh' || shell === 'powershell'
  if (isPowershell && args.length === 0)
    return [SCRIPT_SHELLS[shell].program, ...SCRIPT_SHELLS[shell].flags, '-Command', source]
  if (isPowershell) return { why: `a script with arguments in ${shell} needs a file` }
  return { why: shell === 'cmd' ? 'a script in cmd needs a file' : 'the script looks at its own file' }
}

type Rule = Extract<HandlerSpec, { type: 'rule' }>

/** Returns a command that answers like the rule, in the terms of the target. */
export function ruleWords(
  rule: Rule,
  hook: Hook,
  target: Dialect,
  spec: EventSpec & { readonly native: string },
): Words {
  const event = blankEvent(hook, target, spec.native)
  const verdict: Verdict = {
    ...emptyVerdict,
    decision: rule.decision,
    ...(rule.reason !== undefined && { reason: rule.reason }),
    effects: rule.context === undefined ? [] : [{ kind: 'add-context', text: rule.context }],
  }
  const fitted = fit(verdict, { ...spec, wire: target.wire }, { headless: false })
  const { stdout, stderr, exitCode } = target.encodeReply(event, fitted)
  const said = [
    'cat > /dev/null',
    ...(stdout === '' ? [] : [`printf %s ${quoteWord(stdout)}`]),
    ...(stderr === '' ? [] : [`printf %s ${quoteWord(stderr)} >&2`]),
    `exit ${exitCode}`,
  ]
  return ['sh', '-c', said.join('; ')]
}

/** Every event of the kind gets the same answer, so only its name matters. */
function blankEvent({ event }: Hook, { name }: Dialect, native: string): Event {
  return { name: event, native, host: name, cwd: '/', projectDir: '/', at: 0, fields: {} }
}
