import type { Carried } from '../carried.ts'
import type { Word } from '../line.ts'
import { runsText, runsTexts, startsWords, type CarrierRows, type Command } from './carrier.ts'
import { inputOf } from './flows/pipes.ts'
import { readArguments, valuesOf, type Arguments, type OptionRules } from './options.ts'
import { runsFlow } from './shells.ts'
import { joinWords, withoutStart } from './words.ts'

const ELSEWHERE = { folder: { kind: 'unknown' } } as const

export const REMOTE_ROWS: CarrierRows = {
  'ssh autossh': carriedBySsh,
  mosh: ({ args }) => [
    ...runsTexts(valuesOf(readArguments(args, { long: 'ssh server predict port' }), '--ssh')),
    ...startsWords(readArguments(args, { long: 'ssh server predict port' }).operands.slice(1), ELSEWHERE),
  ],
  sshpass: ({ args }) => startsWords(readArguments(args, { valued: 'fdpP' }).operands),
  'scp sftp': ({ args }) => {
    const given = readArguments(args, { valued: 'cDFiJloPSX', anywhere: true })
    return [...runsTexts(valuesOf(given, '-S')), ...runByOptions(given)]
  },
  rsync: ({ args }) => {
    const given = readArguments(args, {
      valued: 'efTBM@',
      long: 'rsh rsync-path exclude include filter exclude-from include-from files-from bwlimit',
      anywhere: true,
    })
    return runsTexts(valuesOf(given, '-e', '--rsh', '--rsync-path'))
  },
  'pdsh clush pssh parallel-ssh': ({ args }) =>
    runsText(
      joinWords(readArguments(args, { valued: 'wxlRtufghHoOep', long: 'hosts user par timeout' }).operands),
      ELSEWHERE,
    ),
  'ansible ansible-console': ({ args }) => {
    const given = readArguments(args, {
      valued: 'amiuefltP',
      long: 'args module-name inventory user limit',
      anywhere: true,
    })
    const [module] = valuesOf(given, '-m', '--module-name')
    const runs = module === undefined || /(?:^|\.)(?:shell|command|raw|script)$/.test(module.text)
    return runs ? runsTexts(valuesOf(given, '-a', '--args'), ELSEWHERE) : []
  },
  'gcloud az': ({ args }) => {
    const given = readArguments(args, {
      long: 'command scripts zone project name resource-group',
      anywhere: true,
    })
    return runsTexts(valuesOf(given, '--command', '--scripts'), ELSEWHERE)
  },
}

const SSH: OptionRules = { valued: 'BbcDEeFIiJLlmOopQRSWwM' }

/** The words behind the host are text for its shell. Without any, that shell reads the standard input. */
function carriedBySsh(command: Command): readonly Carried[] {
  const given = readArguments(command.args, SSH)
  const [host, ...words] = given.operands
  if (host === undefined) return runByOptions(given)
  const behind = words[0]?.text.startsWith('-') === true ? readArguments(words, SSH) : undefined
  const text = joinWords(behind?.operands ?? words)
  return [...runByOptions(given), ...(text.text === '' ? inRemoteShell(command) : runsText(text, ELSEWHERE))]
}

function inRemoteShell({ program, around }: Command): readonly Carried[] {
  return runsFlow(inputOf(program, around)).map((each) =>
    each.kind === 'text' ? { ...each, ...ELSEWHERE } : each,
  )
}

/** `-o ProxyCommand=X`, `-o LocalCommand=X` and the like run X here. */
function runByOptions(given: Arguments): readonly Carried[] {
  return valuesOf(given, '-o').flatMap((word: Word) => {
    const [written] = /^\s*(?:proxycommand|localcommand|knownhostscommand)\s*[=\s]\s*/i.exec(word.text) ?? []
    return written === undefined ? [] : runsText(withoutStart(word, written.length))
  })
}
