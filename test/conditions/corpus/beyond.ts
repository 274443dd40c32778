/** What no reading of the line can find, by class. The files are those that a scratch folder is prepared with. */
export type Beyond = {
  /** Words of docs/conditions.md that name the class. */
  readonly documented: string
  /** Why the line does not tell. */
  readonly reason: string
  readonly lines: readonly string[]
}

export const BEYOND: Readonly<Record<string, Beyond>> = {
  copies: {
    documented: 'a copy of `rm` under another name',
    reason: 'the name of the program is not in the line, and what a file holds is not looked at',
    lines: [
      './copy --flag x',
      '"$PWD"/copy --flag x'.replace('"$PWD"', '../work'),
      './copy a b',
      'env ./copy --flag x',
    ],
  },
  scripts: {
    documented: 'Scripts written first and run later',
    reason: 'the script is a file, which may change between the reading and the run',
    lines: [
      './script.sh',
      'sh script.sh',
      'bash ./script.sh a',
      '. ./script.sh',
      'source ./script.sh',
      'python3 script.py',
      'node module.js',
      'awk -f program.awk',
    ],
  },
  'programs with files of their own': {
    documented: '`make`, `npm run`',
    reason: 'which commands they run stands in a file of the project',
    lines: ['make', 'make all', 'make -s all', 'npm run build', 'npm run-script build'],
  },
  'names put together by code': {
    documented: 'puts the name together',
    reason: 'only running the code of another language tells what it makes',
    lines: [
      `python3 -c 'import os; getattr(os, "sys" + "tem")("qm" + "ark --flag x")'`,
      `python3 -c 'import os; getattr(os, "sys" + "tem")(bytes.fromhex("716d61726b").decode())'`,
      `python3 -c 'import os; getattr(os, "sy" + "stem")("".join(reversed("x galf-- kramq")))'`,
    ],
  },
}
