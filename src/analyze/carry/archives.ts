import type { Carried } from '../carried.ts'
import { runsText, runsTexts, type CarrierRows, type Command } from './carrier.ts'
import { readArguments, valuesOf } from './options.ts'
import { withoutStart } from './words.ts'

export const ARCHIVE_ROWS: CarrierRows = {
  'tar gtar bsdtar': carriedByTar,
  'zip zipcloak': ({ args }) =>
    runsTexts(
      valuesOf(
        readArguments(args, { valued: 'tbnixP', single: 'TT', long: 'unzip-command', anywhere: true }),
        '-TT',
        '--unzip-command',
      ),
    ),
  cpio: ({ args }) => runsTexts(valuesOf(readArguments(args, { long: 'rsh-command' }), '--rsh-command')),
  'sort gsort': ({ args }) =>
    runsTexts(
      valuesOf(
        readArguments(args, { valued: 'kotTS', long: 'compress-program', anywhere: true }),
        '--compress-program',
      ),
    ),
  split: ({ args }) =>
    runsTexts(
      valuesOf(readArguments(args, { valued: 'abClnt', long: 'filter', anywhere: true }), '--filter'),
    ),
  'rg ripgrep': ({ args }) =>
    runsTexts(
      valuesOf(readArguments(args, { long: 'pre hostname-bin', anywhere: true }), '--pre', '--hostname-bin'),
    ),
  man: ({ args }) =>
    runsTexts(
      valuesOf(
        readArguments(args, { valued: 'PHCMSELRmrs', long: 'pager html browser', anywhere: true }),
        '-P',
        '--pager',
        '-H',
        '--html',
      ),
    ),
  'socat ncat nc netcat': carriedByNetwork,
  'wget wget2': ({ args }) =>
    runsTexts(valuesOf(readArguments(args, { long: 'use-askpass', anywhere: true }), '--use-askpass')),
  tcpdump: ({ args }) =>
    runsTexts(valuesOf(readArguments(args, { valued: 'BcCFGijmrsTVwWyzZ', anywhere: true }), '-z')),
}

const TAR = {
  valued: 'fCTXbgHKNFIVL',
  long:
    'checkpoint-action to-command use-compress-program rsh-command info-script new-volume-script file directory ' +
    'exclude exclude-from files-from transform strip-components rmt-command',
  anywhere: true,
} as const

function carriedByTar({ args }: Command): readonly Carried[] {
  const given = readArguments(args, TAR)
  const actions = valuesOf(given, '--checkpoint-action').flatMap((word) =>
    word.text.startsWith('exec=') ? runsText(withoutStart(word, 'exec='.length)) : [],
  )
  const names = [
    '--to-command',
    '--use-compress-program',
    '-I',
    '--rsh-command',
    '--rmt-command',
    '--info-script',
    '-F',
    '--new-volume-script',
  ]
  return [...actions, ...runsTexts(valuesOf(given, ...names))]
}

/** `nc -e PROGRAM`, `socat - EXEC:PROGRAM`. */
function carriedByNetwork({ args }: Command): readonly Carried[] {
  const given = readArguments(args, { valued: 'ecgGiopqswxX', long: 'exec sh-exec lua-exec', anywhere: true })
  return [
    ...runsTexts(valuesOf(given, '-e', '-c', '--exec', '--sh-exec')),
    ...given.operands.flatMap((word) => {
      const [start] = /^(?:EXEC|SYSTEM|SHELL):/i.exec(word.text) ?? []
      return start === undefined ? [] : runsText(withoutStart(word, start.length))
    }),
  ]
}
