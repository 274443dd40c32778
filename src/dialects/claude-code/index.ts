import { claudeFamily } from '../_families/claude/family.ts'
import type { Dialect } from '../dialect.ts'
import { claudeCodeProfile } from './profile.ts'

export const claudeCode: Dialect = claudeFamily({
  ...claudeCodeProfile,
  config: async () => (await import('./config.ts')).configSide,
})
