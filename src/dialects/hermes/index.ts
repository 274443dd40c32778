import { plainFamily } from '../_families/plain/family.ts'
import type { Dialect } from '../dialect.ts'
import { hermesProfile } from './profile.ts'

export const hermes: Dialect = plainFamily(hermesProfile)
