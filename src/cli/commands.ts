import { dialectNames, findEntry, profileNames, writtenNames } from '../dialects/registry.ts'
import { suggestHost } from '../dialects/suggest-host.ts'
import type { OptionSpec } from './args.ts'
import { EXIT, type CommandSpec } from './command.ts'
import { run } from './commands/run.ts'

const json: OptionSpec = { name: 'json', help: 'print JSON for programs' }
const cwd: OptionSpec = { name: 'cwd', value: 'DIR', help: 'the directory the session runs in' }
const aHost = { value: 'HOST', choices: dialectNames, hint: meantHost } satisfies Partial<OptionSpec>
const host: OptionSpec = {
  name: 'host',
  ...aHost,
  help: 'the program that calls',
}
const event: OptionSpec = { name: 'event', value: 'EVENT', help: "the event, in the host's own spelling" }
const source: OptionSpec = {
  name: 'source',
  value: 'SOURCE',
  repeatable: true,
  help: 'where hooks come from: hookwright, a host as `--host` of run names it, or a file (default: hookwright)',
}
const plugin: OptionSpec = {
  name: 'plugin',
  value: 'DIR',
  repeatable: true,
  help: 'a plugin whose hooks run too: its folder, or NAME@MARKETPLACE=DIR',
}
const profile: OptionSpec = {
  name: 'profile',
  aliases: ['surface'],
  value: 'PROFILE',
  choices: profileNames,
  help: 'which of the hosts that share their files',
}
const headless: OptionSpec = { name: 'headless', help: 'nobody can answer: ask becomes deny' }
const trustProject: OptionSpec = {
  name: 'trust-project',
  value: 'DIGEST',
  optional: true,
  help: "approve the project's hooks for this call (with CI set: only by digest)",
}
const deadline: OptionSpec = { name: 'deadline', value: 'SECONDS', help: 'longest time for the whole run' }
const onError: OptionSpec = {
  name: 'on-error',
  value: 'POLICY',
  choices: ['ignore', 'deny'],
  help: 'what a failure of hookwright itself becomes (default: ignore)',
}

const calling = [host, profile, event, cwd, source, plugin, deadline, onError, headless, trustProject, json]
const reading = [cwd, source, profile, plugin, json]

/** Every command; the code of each loads when it is called. */
export const commands: readonly CommandSpec[] = [
  {
    name: 'run',
    usage: 'run --host HOST [--event EVENT] < payload',
    summary: "one event in, the host's own reply out",
    options: calling,
    positionals: 0,
    // Not lazy: a host waits for this one on every tool call, and a second file costs it.
    load: () => Promise.resolve(run),
    // Every host that knows exit code 2 takes it for a no, and 0 lets every host go on.
    crashExit: (words) => (/--on-error[ =]deny(?: |$)/.test(words.join(' ')) ? 2 : EXIT.ok),
  },
  {
    name: 'behind',
    usage: 'behind --host HOST --only ID… < payload',
    summary: 'run hooks that no host waits for',
    options: [
      ...calling,
      { name: 'only', value: 'ID', repeatable: true, help: 'a hook to run' },
      { name: 'adopt', help: 'go on with a process that `run` started' },
    ],
    positionals: 0,
    isInternal: true,
    load: async () => (await import('./commands/behind.ts')).behind,
  },
  {
    name: 'explain',
    usage: 'explain --host HOST [payload.json]',
    summary: 'which hooks match and why; runs nothing',
    options: calling,
    positionals: 1,
    load: async () => (await import('./commands/explain.ts')).explain,
  },
  {
    name: 'list',
    usage: 'list',
    summary: 'all hooks with source, trust and last run',
    options: reading,
    positionals: 0,
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'check',
    usage: 'check [--host HOST]',
    summary: 'validate config files, shells and scripts; tell what hooks can do on each host',
    options: [
      {
        name: 'host',
        ...aHost,
        repeatable: true,
        help: 'tell what hooks can do there (default: hosts that have hook files here)',
      },
      ...reading,
    ],
    positionals: 0,
    load: async () => (await import('./commands/check.ts')).check,
  },
  {
    name: 'convert',
    usage: 'convert --from HOST [--to HOST] [FILE…] [--out PATH]',
    summary: "translate config files to another host's format, with a report of what is lost",
    options: [
      { name: 'from', ...aHost, help: 'whose files they are' },
      {
        name: 'to',
        ...aHost,
        choices: writtenNames,
        hint: unwrittenHost,
        help: 'whose format to write (default: hookwright)',
      },
      { name: 'out', value: 'PATH', help: 'write to this file (default: print the text)' },
      { name: 'dry-run', help: 'with --out: print what would change and write nothing' },
      { name: 'yes', help: 'replace a file that exists without asking' },
      cwd,
      profile,
      json,
    ],
    positionals: Number.POSITIVE_INFINITY,
    load: async () => (await import('./commands/convert.ts')).convert,
  },
  {
    name: 'trust',
    usage: 'trust [show | add [ID…] [--digest DIGEST] | revoke]',
    summary: "review and approve a project's hooks by content",
    options: [
      {
        name: 'digest',
        value: 'DIGEST',
        help: 'with add: only if the hooks are still those that show printed',
      },
      ...reading,
    ],
    positionals: Number.POSITIVE_INFINITY,
    load: async () => (await import('./commands/trust.ts')).trust,
  },
  {
    name: 'disable',
    usage: 'disable ID [--for 1h]',
    summary: 'switch one hook off',
    options: [
      { name: 'for', value: 'TIME', help: 'how long, such as 30m, 1h or 2d (default: until enabled)' },
      ...reading,
    ],
    positionals: 1,
    load: async () => (await import('./commands/disable.ts')).disable,
  },
  {
    name: 'enable',
    usage: 'enable ID',
    summary: 'switch it on again',
    options: reading,
    positionals: 1,
    load: async () => (await import('./commands/disable.ts')).enable,
  },
  {
    name: 'log',
    usage: 'log [--last N]',
    summary: 'the last runs and their decisions',
    options: [{ name: 'last', value: 'N', help: 'how many (default: 20)' }, json],
    positionals: 0,
    load: async () => (await import('./commands/log.ts')).log,
  },
  {
    name: 'git',
    usage: 'git COMMAND',
    summary: 'run and install the hooks of .pre-commit-config.yaml and prek.toml',
    options: [],
    positionals: 0,
    usageExit: 2,
    subcommands: async () => (await import('./git/commands.ts')).gitCommands,
    load: () => Promise.reject(new Error('a group of commands')),
  },
  {
    name: 'schema',
    usage: 'schema',
    summary: 'the JSON Schema of hookwright.yaml',
    options: [json],
    positionals: 0,
    load: async () => (await import('./commands/schema.ts')).schema,
  },
  {
    name: 'demo',
    usage: 'demo',
    summary: 'a tour that needs nothing installed',
    options: [json],
    positionals: 0,
    load: async () => (await import('./commands/demo.ts')).demo,
  },
]

function meantHost(word: string): string | undefined {
  const meant = suggestHost(word, dialectNames)
  return (
    meant &&
    `Did you mean "${meant.name}"${meant.profile === undefined ? '' : ` with --profile ${meant.profile}`}?`
  )
}

/** A host whose files cannot be written can still call the bridge. */
function unwrittenHost(word: string): string | undefined {
  const entry = findEntry(word)
  if (entry === undefined) return meantHost(word)
  return `Files of ${entry.title} cannot be written; convert to hookwright, and let ${entry.title} call \`hookwright run --host ${word}\`.`
}
