import type { ParsedArgs } from '../args.ts'
import { examine, type Examined } from '../check-all.ts'
import { watchAndRepeat } from '../check-watch.ts'
import { EXIT, type Invocation } from '../command.ts'
import type { HookPower } from '../host-power.ts'
import { jsonText } from '../json.ts'
import { countsOf, renderChecked, renderIssues } from '../render/checked.ts'
import { renderPowers } from '../render/powers.ts'
import { createStyle } from '../render/style.ts'
import { fitLines } from '../render/wrap.ts'

/** Exit code 1 when there is an error, so that a script can rely on it; with `--strict` also for a warning. */
export async function check(invocation: Invocation): Promise<number> {
  const once = async (): Promise<Examined> => {
    const examined = await examine(invocation)
    tell(examined, invocation)
    return examined
  }
  if (invocation.args.options.has('watch')) return watchAndRepeat(once, invocation.io)
  return exitCode(await once(), invocation.args)
}

function exitCode({ issues }: Examined, args: ParsedArgs): number {
  const { errors, warnings } = countsOf(issues)
  return errors + (args.options.has('strict') ? warnings : 0) === 0 ? EXIT.ok : EXIT.problem
}

function tell(examined: Examined, { args, io }: Invocation): void {
  if (args.options.has('json')) return void io.out(jsonText(jsonOf(examined)))
  if (args.options.has('quiet')) {
    const problems = examined.issues.filter(({ severity }) => severity !== 'notice')
    if (problems.length > 0) io.out(`${renderIssues(problems, examined, io).slice(0, -1).join('\n')}\n`)
    return
  }
  const table = renderPowers(examined.powers, examined.hosts, {
    style: createStyle(io.colour),
    columns: io.columns,
  })
  io.out(`${[...fitLines(renderChecked(examined, io), io.columns), ...table].join('\n')}\n`)
}

/** Keys are only added within one version. */
function jsonOf({ issues, files, uncovered, powers }: Examined): object {
  const counts = countsOf(issues)
  return { ok: counts.errors === 0, counts, files, issues, uncovered, powers: powers.map(shownPower) }
}

function shownPower({ hook, hosts }: HookPower): object {
  return { hook: hook.id, event: hook.event, hosts }
}
