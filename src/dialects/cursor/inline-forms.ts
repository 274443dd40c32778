import { systemShell, type InlineForms } from '../../shells/inline.ts'

/** Which shell the host takes is not documented: docs/hosts/cursor.md#starting-hooks. */
export const inlineForms = {
  'system-shell': {
    title: 'Cursor',
    shells: ['sh', 'bash', 'pwsh'],
    commands: systemShell,
    lostDirectory: 'fail',
    install: 'The default shell of the system is taken.',
  },
} as const satisfies InlineForms
