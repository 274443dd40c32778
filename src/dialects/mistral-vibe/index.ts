import { plainFamily } from '../_families/plain/family.ts'
import type { Dialect } from '../dialect.ts'
import { mistralVibeProfile } from './profile.ts'

export const mistralVibe: Dialect = plainFamily(mistralVibeProfile)
