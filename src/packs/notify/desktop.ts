import { closeSync, constants, openSync, writeSync } from 'node:fs'
import type { PackContext } from '../code.ts'
import type { News } from './news.ts'

/** A program with its arguments and variables. */
export type Call = {
  readonly file: string
  readonly args: readonly string[]
  readonly variables?: Readonly<Record<string, string>>
}

/** The texts are arguments of the script, never part of it. */
const APPLE_SCRIPT = [
  'on run argv',
  'display notification (item 2 of argv) with title (item 1 of argv)',
  'end run',
]

/** The texts come from variables, and get into the document as text. */
const TOAST = [
  '$null = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]',
  '$kind = [Windows.UI.Notifications.ToastTemplateType]::ToastText02',
  '$xml = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent($kind)',
  "$lines = $xml.GetElementsByTagName('text')",
  '$null = $lines.Item(0).AppendChild($xml.CreateTextNode($env:HOOKWRIGHT_TITLE))',
  '$null = $lines.Item(1).AppendChild($xml.CreateTextNode($env:HOOKWRIGHT_MESSAGE))',
  '$toast = [Windows.UI.Notifications.ToastNotification]::new($xml)',
  "[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('Hookwright').Show($toast)",
].join('; ')

const POWERSHELL = ['-NoProfile', '-NonInteractive', '-Command']

/** Returns what shows a notification on this platform. */
export function desktopCall({ title, message = '' }: News, platform: NodeJS.Platform): Call {
  if (platform === 'darwin') {
    const lines = APPLE_SCRIPT.flatMap((line) => ['-e', line])
    return { file: 'osascript', args: [...lines, title, message] }
  }
  if (platform === 'win32') {
    const variables = { HOOKWRIGHT_TITLE: title, HOOKWRIGHT_MESSAGE: message }
    return { file: 'powershell', args: [...POWERSHELL, TOAST], variables }
  }
  return {
    file: 'notify-send',
    args: ['--app-name=Hookwright', '--', title, message.replaceAll('&', '&amp;')],
  }
}

const SOUNDS = '/usr/share/sounds'

/** Returns what plays a sound on this platform: the first one that is there counts. */
export function soundCalls(platform: NodeJS.Platform): readonly Call[] {
  if (platform === 'darwin') return [{ file: 'afplay', args: ['/System/Library/Sounds/Glass.aiff'] }]
  if (platform === 'win32') {
    const play = '[System.Media.SystemSounds]::Asterisk.Play(); Start-Sleep -Milliseconds 800'
    return [{ file: 'powershell', args: [...POWERSHELL, play] }]
  }
  return [
    { file: 'paplay', args: [`${SOUNDS}/freedesktop/stereo/complete.oga`] },
    { file: 'canberra-gtk-play', args: ['-i', 'complete'] },
    { file: 'pw-play', args: [`${SOUNDS}/freedesktop/stereo/complete.oga`] },
    { file: 'aplay', args: ['-q', `${SOUNDS}/alsa/Front_Center.wav`] },
  ]
}

/** Runs the first of these that works. Returns whether one did. */
export async function runFirst(
  calls: readonly Call[],
  {
    context,
    timeoutMs,
    cwd,
  }: { readonly context: PackContext; readonly timeoutMs: number; readonly cwd: string },
): Promise<boolean> {
  for (const { file, args, variables } of calls) {
    const run = await context.run(file, args, { cwd, timeoutMs, ...(variables && { variables }) })
    if (run.kind === 'exited' && run.code === 0) return true
    if (run.kind === 'timed-out' || run.kind === 'cancelled') return false
  }
  return false
}

/** Asks the terminal itself, as far as there is one: a notification where it knows them, else its bell. */
export function ringTerminal({ title }: News, terminal = '/dev/tty'): boolean {
  try {
    const fd = openSync(
      terminal,
      constants.O_WRONLY | (constants.O_NOCTTY ?? 0) | (constants.O_NONBLOCK ?? 0),
    )
    try {
      return writeSync(fd, `\u001b]9;${title}\u0007`) > 0
    } finally {
      closeSync(fd)
    }
  } catch {
    return false
  }
}
