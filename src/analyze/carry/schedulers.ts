import type { Carried } from '../carried.ts'
import type { Word } from '../line.ts'
import { runsText, runsTexts, startsWords, type CarrierRows, type Command } from './carrier.ts'
import { inputOf, scriptText } from './flows/pipes.ts'
import { hasOption, readArguments, valuesOf, type OptionRules } from './options.ts'
import { reports } from './reports.ts'
import { runsFlow } from './shells.ts'
import { joinWords, knownWord } from './words.ts'

export const SCHEDULER_ROWS: CarrierRows = {
  'at batch': ({ program, around, args }) => {
    const given = readArguments(args, { valued: 'qft', anywhere: true })
    const [file] = valuesOf(given, '-f')
    if (hasOption(given, '-l', '-r', '-d', '-c')) return []
    return runsFlow(file === undefined ? inputOf(program, around) : scriptText(program, file, around))
  },
  crontab: carriedByCrontab,
  tmux: carriedByTmux,
  screen: carriedByScreen,
  'zellij wezterm kitty alacritty gnome-terminal xterm konsole': ({ args }) => {
    const at = args.findIndex(({ text }) => /^(?:-e|-x|--|start|run)$/.test(text))
    return at === -1 ? [] : shellOrWords(args.slice(at + 1))
  },
  'pm2 forever': ({ args }) => (args[0]?.text === 'start' ? shellOrWords(args.slice(1, 2)) : []),
}

/** One word with spaces is text for a shell, several are a program and its arguments. */
function shellOrWords(words: readonly Word[]): readonly Carried[] {
  const [first] = words
  return words.length === 1 && first !== undefined && /\s/.test(first.text)
    ? runsText(first)
    : startsWords(words)
}

/** Five fields or a name of a time stand before the command of each line. */
const CRON_TIME = /^\s*(?:@\w+|(?:[\d*/,A-Za-z-]+\s+){5})\s*/

function carriedByCrontab({ program, around, args }: Command): readonly Carried[] {
  const given = readArguments(args, { valued: 'u', anywhere: true })
  const [file] = given.operands
  if (hasOption(given, '-l', '-r', '-e')) return []
  const flow =
    file === undefined || file.text === '-' ? inputOf(program, around) : scriptText(program, file, around)
  if (flow === undefined) return []
  if (flow.kind === 'unknown') return reports(flow.code)
  return flow.text.text.split('\n').flatMap((line) => {
    const [time] = CRON_TIME.exec(line) ?? []
    return time === undefined ? [] : runsText(knownWord(line.slice(time.length)))
  })
}

const TMUX: OptionRules = { valued: 'LSfcT' }
const TMUX_STARTED: OptionRules = { valued: 'ceFlnpstTxy' }
const TMUX_COMMAND: OptionRules = { ...TMUX_STARTED, anywhere: true }
const TMUX_STARTS =
  /^(?:new(?:-session|-window)?|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|popup|display-popup)$/
const TMUX_TEXTS = /^(?:run-shell|run|if-shell|if|pipe-pane|pipep)$/

function carriedByTmux({ args }: Command): readonly Carried[] {
  const given = readArguments(args, TMUX)
  return [
    ...runsTexts(valuesOf(given, '-c')),
    ...commandsOf(given.operands).flatMap(([name, ...words]) => runByTmux(name?.text ?? '', words)),
  ]
}

/** Commands of tmux stand between words that are `;`. */
function commandsOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const commands: Word[][] = [[]]
  for (const word of words) {
    if (/^\\?;$/.test(word.text)) commands.push([])
    else commands.at(-1)?.push(word)
  }
  return commands
}

function runByTmux(name: string, words: readonly Word[]): readonly Carried[] {
  if (TMUX_STARTS.test(name)) return shellOrWords(readArguments(words, TMUX_STARTED).operands)
  const { operands } = readArguments(words, TMUX_COMMAND)
  if (TMUX_TEXTS.test(name)) return runsTexts(operands)
  // What is typed runs when it ends with Enter.
  if (!/^send(?:-keys)?$/.test(name)) return []
  const keys = operands.filter(
    ({ text }) => !/^(?:Enter|C-m|C-j|C-c|Space|Escape|Tab|BSpace|KPEnter)$/.test(text),
  )
  return runsText(joinWords(keys))
}

function carriedByScreen({ args }: Command): readonly Carried[] {
  const given = readArguments(args, { valued: 'SpcehstTX', attached: '' })
  const at = args.findIndex(({ text }) => text === '-X')
  if (at === -1) return shellOrWords(given.operands)
  const [name, ...words] = args.slice(at + 1)
  if (name?.text === 'stuff')
    return words.flatMap(({ text }) => runsText(knownWord(text.replace(/\\n|\^M/g, '\n'))))
  return /^(?:exec|screen)$/.test(name?.text ?? '')
    ? startsWords(words.filter(({ text }) => !/^[.!|:]+$/.test(text)))
    : []
}
