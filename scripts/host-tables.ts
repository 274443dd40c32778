import type { Dialect, EventSpec } from '../src/dialects/dialect.ts'
import type { DialectEntry } from '../src/dialects/registry.ts'
import { LANGUAGES } from '../src/git/contracts/language-facts.ts'
import { STAGES } from '../src/git/contracts/model.ts'
import { stageInput, type StageInput } from '../src/git/repository/stage-input.ts'
import { subjectOf, table } from './tables.ts'

/** The end of docs/hosts/NAME.md: what the host knows of each event, per profile where there are several. */
export async function hostTables({ profiles = [], load }: DialectEntry): Promise<string> {
  const parts = await Promise.all(
    profiles.map(
      async (profile) => `### Profile \`${profile}\`\n\n${eventTable((await load(profile)).events)}`,
    ),
  )
  const all = parts.length === 0 ? [eventTable((await load()).events)] : parts
  return ['## Event table', ...all].join('\n\n')
}

/** The page of a host about which nothing is written yet. */
export function pageOfHost(name: string, title: string): string {
  const intro = `Dialect \`${name}\` (\`src/dialects/${name}/\`). [Marks](README.md#how-a-fact-is-marked).`
  return [`# ${title}`, intro, ...SECTIONS.map((section) => `## ${section}`)].join('\n\n')
}

/** The headings of every page, in this order. */
export const SECTIONS = [
  'Files',
  'Events',
  'Payloads',
  'Starting hooks',
  'Answers',
  'Failures',
  'What we do differently and why',
  'Release seen',
]

/** The end of docs/hosts/git.md. */
export function gitHostTables(): string {
  const stages = STAGES.map((stage) => [`\`${stage}\``, FILES[stageInput(stage)]])
  const languages = Object.entries(LANGUAGES).map(([name, facts]) => [
    `\`${name}\``,
    facts.missing === undefined ? 'yes' : '',
    facts.shellRefusal === undefined ? 'yes' : '',
    facts.dependencies ? 'yes' : '',
    facts.version ? 'yes' : '',
  ])
  return [
    '## Event table',
    table(['stage', 'files'], stages),
    '## Languages',
    table(['language', 'run here', '`shell`', '`additional_dependencies`', '`language_version`'], languages),
  ].join('\n\n')
}

const FILES: Readonly<Record<StageInput, string>> = {
  chosen: 'as the command line says',
  staged: 'the staged ones',
  'message-file': 'the file with the message',
  'push-range': 'what the push changes',
  none: 'none',
}

/** One row for each spec: several native names may share one. */
function eventTable(events: Dialect['events']): string {
  const natives = new Map<EventSpec, string[]>()
  for (const [native, spec] of Object.entries(events))
    natives.set(spec, [...(natives.get(spec) ?? []), `\`${native}\``])
  const rows = [...natives].map(([{ event, subject, gate, decisions, effects }, names]) => [
    names.join(', '),
    `\`${event}\``,
    subjectOf(subject),
    gate ? 'yes' : '',
    decisions.join(', '),
    effects.join(', '),
  ])
  return table(
    ['native name', 'canonical name', 'matcher is tested on', 'can prevent', 'decisions', 'effects'],
    rows,
  )
}
