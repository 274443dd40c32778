import type { PackHook, PackManifest } from '../manifest.ts'

const EVENTS = [
  'UserPromptSubmit',
  'Stop',
  'StopFailure',
  'SubagentStop',
  'Notification',
  'PermissionRequest',
  'SessionEnd',
]

/** The pack `hookwright/notify`. */
export const notify: PackManifest = {
  name: 'notify',
  summary:
    'Tells a person on the desktop, by a sound or by a webhook that a turn has ended or input is needed.',
  options: {
    desktop: { summary: 'Whether a notification is shown on the desktop.', type: 'flag', default: true },
    sound: { summary: 'Whether a sound is played.', type: 'flag', default: false },
    webhookVariable: {
      summary: 'Name of the variable that holds the address of a webhook: https, or http on this machine.',
      type: 'text',
      default: '',
    },
    webhookShape: {
      summary: 'What the webhook takes.',
      type: 'choice',
      values: ['generic', 'slack', 'discord'],
      default: 'generic',
    },
    command: {
      summary:
        'A program and its arguments to start, which gets JSON on its stdin. In the file of a user only.',
      type: 'texts',
      default: [],
    },
    message: {
      summary: 'Whether the first words of the message are told too, with secrets hidden.',
      type: 'flag',
      default: false,
    },
    subagents: { summary: 'Whether the end of a subagent is told too.', type: 'flag', default: false },
    after: {
      summary: 'Seconds that a turn must have taken for its end to be told.',
      type: 'number',
      least: 0,
      most: 86_400,
      default: 0,
    },
    quiet: {
      summary: 'Hours of the day without notifications, such as `22:00-07:30`, in the time of this machine.',
      type: 'text',
      default: '',
    },
  },
  hooks: EVENTS.map((event): PackHook => ({
    event,
    onFailure: 'ignore',
    timeout: 10,
    programs: 'machine',
    decides: false,
  })),
}
