import { claudeFamily } from '../_families/claude/family.ts'
import type { Dialect } from '../dialect.ts'
import { hookwrightProfile } from './profile.ts'

export const hookwright: Dialect = claudeFamily({
  ...hookwrightProfile,
  host: { ...hookwrightProfile.host, writer: async () => (await import('./writer.ts')).writer },
  config: async () => (await import('./config.ts')).configSide,
})
