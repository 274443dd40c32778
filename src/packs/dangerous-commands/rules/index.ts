import type { Rule } from '../look.ts'
import { deletesInCloud } from './cloud.ts'
import { dropsData } from './database.ts'
import { deletes } from './delete.ts'
import { runsDownload } from './download.ts'
import { changesEnvironment } from './environment.ts'
import { sendsSecrets } from './exfiltration.ts'
import { rewritesHistory } from './history.ts'
import { harmsSystem } from './system.ts'
import { hidesSomething } from './unknown.ts'

/** Every rule, in the order of the categories. */
export const RULES: readonly Rule[] = [
  deletes,
  rewritesHistory,
  harmsSystem,
  runsDownload,
  sendsSecrets,
  dropsData,
  deletesInCloud,
  changesEnvironment,
  hidesSomething,
]
