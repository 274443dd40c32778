import type { Carried } from '../carried.ts'
import type { Folder, Word } from '../line.ts'
import { startsWords, type CarrierRows, type Command } from './carrier.ts'
import { folderAt } from './folders.ts'
import { mountsOf, seenFromHost, type Mount } from './mounts.ts'
import { readArguments, valuesOf, type Arguments, type OptionRules } from './options.ts'

export const CONTAINER_ROWS: CarrierRows = {
  'docker podman nerdctl finch': carriedByDocker,
  'docker-compose podman-compose': (command) => carriedByCompose(command, command.args),
  'kubectl oc k3s': carriedByKubectl,
  'lxc incus': ({ args }) => (args[0]?.text === 'exec' ? startsWords(behindDashes(args)) : []),
  'crictl ctr': ({ args }) => {
    const { operands } = readArguments(args, { valued: 'rnai', long: 'exec-id user cwd namespace address' })
    return operands[0]?.text === 'exec' ? startsWords(operands.slice(2)) : []
  },
}

/** All other long options of `run` and `exec` take a value. */
const DOCKER: OptionRules = {
  valued: 'aclmpuvwehn',
  flags:
    'rm init privileged read-only interactive tty detach no-healthcheck oom-kill-disable publish-all quiet sig-proxy ' +
    'disable-content-trust help replace tls-verify no-hosts rmi build no-deps service-ports use-aliases no-TTY T ' +
    'remove-orphans latest passwd systemd unsetenv-all',
}
const GLOBAL: OptionRules = { valued: 'HlcfpC', flags: 'debug tls tlsverify remote help version' }

function carriedByDocker(command: Command): readonly Carried[] {
  const [first, ...rest] = readArguments(command.args, GLOBAL).operands
  switch (first?.text ?? '') {
    case 'compose':
      return carriedByCompose(command, rest)
    case 'container':
      return carriedInContainer(command, rest[0]?.text, rest.slice(1))
    default:
      return carriedInContainer(command, first?.text, rest)
  }
}

function carriedInContainer(
  command: Command,
  subcommand: string | undefined,
  words: readonly Word[],
): readonly Carried[] {
  if (!/^(?:run|exec|create)$/.test(subcommand ?? '')) return []
  const given = readArguments(words, DOCKER)
  const mounts = mountsOf(given)
  const entry = valuesOf(given, '--entrypoint')
  const inside = [...entry, ...given.operands.slice(1)].map((word) => seenFromHost(word, mounts))
  return startsWords(inside, { folder: folderInside(command, given, mounts) })
}

function folderInside(command: Command, given: Arguments, mounts: readonly Mount[]): Folder {
  const [workdir] = valuesOf(given, '-w', '--workdir')
  return workdir === undefined || mounts.length === 0
    ? { kind: 'unknown' }
    : folderAt(command.program.folder, seenFromHost(workdir, mounts))
}

function carriedByCompose(command: Command, words: readonly Word[]): readonly Carried[] {
  const [first, ...rest] = readArguments(words, GLOBAL).operands
  return carriedInContainer(command, first?.text, rest)
}

const KUBECTL: OptionRules = {
  valued: 'nclfsk',
  long: 'namespace container context cluster kubeconfig user image selector filename as token server pod-running-timeout target',
  anywhere: true,
}

function carriedByKubectl({ args }: Command): readonly Carried[] {
  const dashes = args.findIndex(({ text }) => text === '--')
  const own = readArguments(dashes === -1 ? args : args.slice(0, dashes), KUBECTL)
  if (!/^(?:exec|run|debug|rsh|attach)$/.test(own.operands[0]?.text ?? '')) return []
  const words = dashes === -1 ? own.operands.slice(2) : args.slice(dashes + 1)
  return startsWords(words, { folder: { kind: 'unknown' } })
}

function behindDashes(args: readonly Word[]): readonly Word[] {
  const at = args.findIndex(({ text }) => text === '--')
  return at === -1 ? args.slice(2) : args.slice(at + 1)
}
