import type { PackCode } from './code.ts'

/** The code of every pack behind `hookwright/`, by name. It loads when a hook of the pack first runs. */
export const PACK_CODE: Readonly<Record<string, () => Promise<PackCode>>> = {
  'dangerous-commands': async () => (await import('./dangerous-commands/code.ts')).dangerousCommands,
  'commit-gate': async () => (await import('./commit-gate/code.ts')).commitGate,
  format: async () => (await import('./format/code.ts')).format,
  'protect-paths': async () => (await import('./protect-paths/code.ts')).protectPaths,
  secrets: async () => (await import('./secrets/code.ts')).secrets,
  audit: async () => (await import('./audit/code.ts')).audit,
  notify: async () => (await import('./notify/code.ts')).notify,
  context: async () => (await import('./context/code.ts')).context,
}
