import type { Carried } from '../carried.ts'
import type { Program, Variable } from '../line.ts'
import { runsValue } from '../programs/variables.ts'
import { runsText, type Command } from './carrier.ts'
import { carriedBySetting } from './git-settings.ts'
import { withoutStart } from './words.ts'

/**
 * Returns what the variables of a program make programs run. Those that the text of a shell sets are looked at where
 * it is read; here are commands in those that a program such as `env` sets for another.
 */
export function carriedByEnvironment({ name, program, around }: Command): readonly Carried[] {
  const own = program.via?.how === 'wrapper' ? addedVariables(program, around.programs) : []
  return [...own.flatMap(carriedByVariable), ...(name === 'git' ? gitSettings(program) : [])]
}

function addedVariables(program: Program, programs: readonly Program[]): readonly Variable[] {
  const parent = program.via?.program === undefined ? undefined : programs[program.via.program]
  return program.variables.slice(parent?.variables.length ?? 0)
}

function carriedByVariable({ name, value }: Variable): readonly Carried[] {
  if (!runsValue(name) || (/^PS\d$/.test(name) && !/[$`]/.test(value.text))) return []
  return runsText(/^[!|]/.test(value.text) ? withoutStart(value, 1) : value)
}

/** `GIT_CONFIG_KEY_0` names a setting, `GIT_CONFIG_VALUE_0` is its value. */
function gitSettings({ variables, words }: Program): readonly Carried[] {
  const byName = new Map(variables.map(({ name, value }) => [name, value]))
  return variables.flatMap(({ name, value }) => {
    const [, index] = /^GIT_CONFIG_KEY_(\d+)$/.exec(name) ?? []
    if (index === undefined) return []
    return carriedBySetting(
      value.text,
      byName.get(`GIT_CONFIG_VALUE_${index}`),
      words.slice(1).map(({ text }) => text),
    )
  })
}
