import { claudeFamily } from '../_families/claude/family.ts'
import type { Dialect } from '../dialect.ts'
import { hookwrightProfile } from './profile.ts'

export const hookwright: Dialect = claudeFamily({
  ...hookwrightProfile,
  config: async () => (await import('./config.ts')).configSide,
})
