import { plainFamily } from '../_families/plain/family.ts'
import type { Dialect } from '../dialect.ts'
import { openhandsProfile } from './profile.ts'

export const openhands: Dialect = plainFamily(openhandsProfile)
