import { plainFamily } from '../_families/plain/family.ts'
import type { Dialect } from '../dialect.ts'
import { kiroProfile } from './profile.ts'

export const kiro: Dialect = plainFamily(kiroProfile)
