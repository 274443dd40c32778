/** A rule of a Makefile, or a recipe of a justfile. */
export type Rule = { readonly needs: readonly string[]; readonly lines: readonly string[] }

/** The rules by target, and the values of variables. */
export type Makefile = {
  readonly rules: ReadonlyMap<string, Rule>
  readonly variables: ReadonlyMap<string, string>
  /** The target that is made when none is named. */
  readonly first: string | undefined
}

const VARIABLE = /^(?:export\s+|override\s+)?([\w.-]+)\s*(?::{0,3}|\?|\+|!)=\s{0,99}(.*)$/
const HEAD = /^([^\s#:=][^#:=]*):{1,2}(?!=)([^=]*)$/
const RECIPE_HEAD = /^@?([A-Za-z_][\w-]*)([^:=#]*):(?!=)([^=]*)$/
const JUST_VARIABLE = /^(?:export\s+)?([A-Za-z_][\w-]*)\s*:=\s*["'`](.*)["'`]\s*$/

/** Reads targets, recipes and variables; conditions are not looked at, so that every branch counts. */
export function readMakefile(text: string): Makefile {
  return readRules(text.replaceAll('\\\n', ' '), '\t', (line) => HEAD.exec(line), VARIABLE)
}

/** Reads recipes of a justfile. */
export function readJustfile(text: string): Makefile {
  const head = (line: string) => {
    const found = RECIPE_HEAD.exec(line)
    return found === null ? null : [found[0], found[1] ?? '', found[3] ?? '']
  }
  return readRules(text, ' ', head, JUST_VARIABLE)
}

type Head = (line: string) => readonly string[] | null

function readRules(text: string, indent: string, headOf: Head, variable: RegExp): Makefile {
  const rules = new Map<string, { needs: string[]; lines: string[] }>()
  const variables = new Map<string, string>()
  let targets: readonly string[] = []
  let first: string | undefined
  for (const line of text.split('\n')) {
    if (line.startsWith(indent) || line.startsWith('\t')) {
      for (const target of targets) rules.get(target)?.lines.push(line.trim())
      continue
    }
    const [, name, value = ''] = variable.exec(line) ?? []
    const [, head, rest = ''] = name === undefined ? (headOf(line) ?? []) : []
    if (name !== undefined) variables.set(name, value)
    else if (head !== undefined) {
      const [needs = '', inline] = rest.split(';')
      targets = head.trim().split(/\s+/)
      first ??= targets.find((target) => !target.startsWith('.'))
      for (const target of targets) {
        const rule = rules.get(target) ?? { needs: [], lines: [] }
        rule.needs.push(...needs.split(/\s+/).filter(Boolean))
        if (inline !== undefined) rule.lines.push(inline)
        rules.set(target, rule)
      }
    } else if (line.trim() !== '' && !line.startsWith('#')) targets = []
  }
  return { rules, variables, first }
}

/** More targets than this are not followed. */
const MAX_TARGETS = 200

/** Returns the lines that making these targets runs, those of what they need first. */
export function linesOf({ rules, first }: Makefile, targets: readonly string[]): readonly string[] {
  const wanted = targets.length > 0 ? targets : first === undefined ? [] : [first]
  const seen = new Set<string>()
  const pending = [...wanted]
  for (let name = pending.pop(); name !== undefined && seen.size < MAX_TARGETS; name = pending.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    pending.push(...(ruleFor(rules, name)?.needs ?? []))
  }
  return [...seen].toReversed().flatMap((name) => ruleFor(rules, name)?.lines ?? [])
}

/** A pattern such as `%.o` makes what fits it. */
function ruleFor(rules: Makefile['rules'], name: string): Rule | undefined {
  const exact = rules.get(name)
  if (exact !== undefined) return exact
  for (const [target, rule] of rules) {
    const [start = '', end, ...more] = target.split('%')
    if (end !== undefined && more.length === 0 && name.startsWith(start) && name.endsWith(end)) return rule
  }
  return undefined
}

const MAX_ROUNDS = 4
const MAX_LENGTH = 20_000

/** Puts values in place of `$(NAME)`; what is not known becomes a variable that a shell does not know either. */
export function expandMake(line: string, variables: ReadonlyMap<string, string>): string {
  let text = line
  for (let round = 0; round < MAX_ROUNDS && text.length < MAX_LENGTH; round++) {
    const next = text.replace(
      /(?<!\$)\$(?:\(([\w.-]+)\)|\{([\w.-]+)\})/g,
      (whole, name?: string, other?: string) => {
        const value = variables.get(name ?? other ?? '')
        return value ?? `\0${whole.slice(2, -1)}\0`
      },
    )
    if (next === text) break
    text = next
  }
  return text
    .replaceAll(/\$\(shell ([^()]*)\)/g, '\u0001($1)')
    .replaceAll(/(?<!\$)\$(?:\([^()]*\)|[@<^?*%+])/g, '\u0001MAKE')
    .replaceAll('$$', '$')
    .replaceAll('\u0001', '$')
    .replaceAll(/\0([^\0]*)\0/g, (_, name: string) => `$${name.replaceAll(/\W/g, '_')}`)
}
